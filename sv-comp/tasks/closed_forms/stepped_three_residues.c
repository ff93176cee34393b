// Remainders by three are written in groups.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "stepped_three_residues.c", 7, "reach_error"); }
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

int a[3 * N];

int main(void) {
  int m = __VERIFIER_nondet_int();
  assume_abort_if_not(m >= 0 && m <= N);
  for (int i = 0; i < 3 * m; i += 3) {
    a[i] = 0;
    a[i + 1] = 1;
    a[i + 2] = 2;
  }
  for (int i = 0; i < 3 * m; i++)
    __VERIFIER_assert(a[i] == i % 3);
  return 0;
}
