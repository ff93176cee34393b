// Two arrays exchange cells; what both have together stays.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N], both[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_short();
    b[i] = __VERIFIER_nondet_short();
    both[i] = a[i] + b[i];
  }
  for (int round = 0; round < N; round++) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= N)
      break;
    int t = a[i];
    a[i] = b[N - 1 - i];
    b[i] = t;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] + b[i] == both[i]);
  return 0;
}
