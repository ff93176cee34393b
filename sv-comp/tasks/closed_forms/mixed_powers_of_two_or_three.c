// The sum of the powers, which wraps around.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "mixed_powers_of_two_or_three.c", 6, "reach_error"); }
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
#define N 1000000
#endif

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), power = 1, sum = 0;
  unsigned int base = __VERIFIER_nondet_uint() % 5 == 4 ? 3 : 2;
  assume_abort_if_not(n <= N);
  for (unsigned int i = 0; i < n; i++) {
    sum += power;
    power *= base;
  }
  __VERIFIER_assert(n < 3 || sum == power - 1);
  return 0;
}
