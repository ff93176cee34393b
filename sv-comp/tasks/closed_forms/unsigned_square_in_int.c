// Sums of odd numbers, which are to grow.
// SIZES: 1 5 8 9

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "unsigned_square_in_int.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), s = 0, before = 0;
  assume_abort_if_not(n <= N);
  for (unsigned int i = 0; i < n; i++) {
    before = s;
    s += 2 * i + 4294967289u;
  }
  __VERIFIER_assert(s == n * n - 8 * n);
  __VERIFIER_assert(n < 5 || s >= before);
  return 0;
}
