// VERDICT: unsafe. A break leaves the second counter behind.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i04_break_skips.c", 1, "reach_error"); }
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
  int x = 0, y = 0, stop = __VERIFIER_nondet_int();
  while (x < N) {
    x++;
    if (x == stop)
      break;
    y += 2;
  }
  __VERIFIER_assert(y == 2 * x);
  return 0;
}
