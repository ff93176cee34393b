// VERDICT: unsafe. inc() runs in the third iteration three times, in all others once. Lost if the statement of inc() in the body, behind the continue, is taken for the equal one of the update that no continue can skip.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int g;
void inc(void) { g = g + 1; }
int main(void) {
  int i, j;
  for (i = 0; i < N; i++, inc()) { if (i != 2) continue; for (j = 0; j < 2; j++) inc(); }
  __VERIFIER_assert(g != N + 2);
  return 0;
}
