// Remainders by four are written in groups of two.
// SIZES: 1 2

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
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
  assume_abort_if_not(m >= 0 && m <= N);
  for (int i = 0; i < 2 * m; i += 2) {
    a[i] = i % 4;
    a[i + 1] = i % 4 == 2 ? 3 : 1;
  }
  if (m >= 2)
    a[2 * m - 3] = a[2 * m - 1];
  for (int i = 0; i < 2 * m; i++)
    __VERIFIER_assert(a[i] == i % 4);
  return 0;
}
