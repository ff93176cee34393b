// The sum of the squares, divided.
// Signed overflow: from n = 1025 on the product in the last line, and later the sum, can leave the range of int. Up to
// there all is as in mathematics, and what follows an overflow is undefined in C.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "degree_squares_in_int.c", 9, "reach_error"); }
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

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i * i;
  __VERIFIER_assert(s == (n - 1) * n * (2 * n - 1) / 6);
  return 0;
}
