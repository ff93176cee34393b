// The sum of the even indices.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "stepped_sum_of_even_indices.c", 7, "reach_error"); }
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
#define N 1000000
#endif

int main(void) {
  int m = __VERIFIER_nondet_int();
  long long s = 0;
  assume_abort_if_not(m >= 0 && m <= N);
  for (int i = 0; i < 2 * m; i += 2)
    s += i;
  __VERIFIER_assert(s == (long long)m * (m - 1));
  return 0;
}
