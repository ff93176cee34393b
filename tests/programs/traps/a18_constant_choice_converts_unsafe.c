// VERDICT: unsafe. -1 becomes unsigned, as the other operand of the choice is. Lost if a choice with a constant test is replaced by the chosen operand without that conversion.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i; unsigned u = 1;
  for (i = 0; i < N; i++) { a[i] = 0; if ((1 ? -1 : u) > 0) a[i] = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
