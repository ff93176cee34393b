// VERDICT: unsafe. `while (--n)` runs n - 1 times. Lost if the test is evaluated without its effect, or after it.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N + 1];
int main(void) {
  int n = N;
  while (--n) b[n] = 1;
  for (n = 0; n < N; n++) __VERIFIER_assert(b[n] == 1);
  return 0;
}
