// VERDICT: safe. Fibonacci numbers grow as long as they fit.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i04_fibonacci_grows.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int i, small = 0, large = 1;
  for (i = 0; i < N; i++) {
    int sum;
    if (large > 1000000000)
      break;
    sum = small + large;
    small = large;
    large = sum;
  }
  __VERIFIER_assert(small <= large && small >= 0);
  return 0;
}
