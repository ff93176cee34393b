// VERDICT: unsafe. four times a large number is a finite long double, though no double holds it. Lost if isinf is asked of a double.
#ifndef N
#define N 4
#endif
#include <math.h>
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
int main(void) {
  __VERIFIER_assert(isinf(0x1p1023L * 4));
  return 0;
}
