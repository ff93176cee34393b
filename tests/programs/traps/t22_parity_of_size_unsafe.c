// VERDICT: unsafe. the flag is 1 for odd n. Lost if the loop is represented by an even number of iterations, or by none.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, f = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) return 0;
  for (i = 0; i < n; i++) f = !f;
  __VERIFIER_assert(f == 0);
  return 0;
}
