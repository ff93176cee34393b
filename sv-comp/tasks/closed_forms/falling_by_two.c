// Downwards by two.
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
#define N 100000
#endif

int a[2 * N];

int main(void) {
  int m = __VERIFIER_nondet_int();
  int rounds = 0;
  assume_abort_if_not(m >= 1 && m <= N);
  for (int i = 2 * m; i > 0; i -= 2) {
    a[i - 1] = i;
    a[i - 2] = i;
    rounds++;
  }
  __VERIFIER_assert(rounds == m);
  for (int i = 0; i < m; i++)
    __VERIFIER_assert(a[2 * i] == a[2 * i + 1]);
  return 0;
}
