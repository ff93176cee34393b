// Every cell is incremented as often as a second input says.
// SIZES: 1 2 3

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int a[n];
  int m = __VERIFIER_nondet_int();
  assume_abort_if_not(m >= 0 && m <= N);
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    for (int j = 0; j < m; j++)
      a[i] = a[i] + 2;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == 2 * m);
  return 0;
}
