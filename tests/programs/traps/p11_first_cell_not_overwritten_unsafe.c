// VERDICT: unsafe. the second loop overwrites all cells but the first, which keeps the 1 of the first loop. Lost if a loop that overwrites most cells hides the earlier writer.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i;
  for (i = 1; i <= N; i++) a[i - 1] = 1;
  for (i = 1; i < N; i++) a[i] = 0;
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
