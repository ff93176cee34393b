// Whatever cells are written, two arrays cancel.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  for (int round = 0; round < N && __VERIFIER_nondet_int(); round++) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= N)
      continue;
    a[i] = __VERIFIER_nondet_short();
    if (i < N - 1)
      b[i] = -a[i];
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] + b[i] == 0);
  return 0;
}
