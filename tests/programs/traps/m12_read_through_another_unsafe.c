// VERDICT: unsafe. b holds y, and y is 1. Lost if only variables that the assertion names are kept: y would be 0.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N]; int y;
int main(void) {
  int i;
  y = 1;
  for (i = 0; i < N; i++) b[i] = y;
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
