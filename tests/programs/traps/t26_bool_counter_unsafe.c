// VERDICT: unsafe. incrementing a _Bool leaves it at 1. Lost if its closed form is the count modulo 2.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  _Bool seen = 0;
  if (n < 0 || n > N || n % 2 != 0) return 0;
  for (i = 0; i < n; i++) seen++;
  __VERIFIER_assert(!seen);
  return 0;
}
