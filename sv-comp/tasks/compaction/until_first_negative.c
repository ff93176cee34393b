// What stands before the first negative value is kept.

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int kept;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (kept = 0; kept < N; kept++) {
    if (a[kept] < 0)
      break;
    b[kept] = a[kept];
  }
  for (int i = 0; i < kept; i++)
    __VERIFIER_assert(b[i] >= 0 && b[i] == a[i]);
  return 0;
}
