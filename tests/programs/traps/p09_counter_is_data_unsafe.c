// VERDICT: unsafe. c is accelerable, needs no last-value assignment, and is compared: a small instance decides nothing.
// SMALL: 50
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, c = 0;
  for (i = 0; i < N; i++) c++;
  __VERIFIER_assert(c < 50);
  return 0;
}
