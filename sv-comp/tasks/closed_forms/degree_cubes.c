// The sum of the cubes is a square.
// SIZES: 1 2

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
#define N 10000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  long long s = 0, m = n;
  for (long long i = 0; i < n; i++)
    s += i * i * i;
  __VERIFIER_assert(4 * s == m * m * (m - 1) * (m - 1));
  return 0;
}
