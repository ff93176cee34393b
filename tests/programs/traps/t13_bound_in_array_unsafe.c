// VERDICT: unsafe. the bound is a cell that the body overwrites. Lost if a[0] is taken as loop-invariant because the loop assigns no scalar.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) a[i] = N;
  for (i = 0; i < a[0]; i++) { b[i] = 1; a[i] = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
