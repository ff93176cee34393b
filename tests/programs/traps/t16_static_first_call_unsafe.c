// VERDICT: unsafe. the static local makes the first call differ. Lost if every inlined copy gets a fresh initialised local.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
static int ready(void) {
  static int warm = 0;
  int was = warm;
  warm = 1;
  return was;
}
int main(void) {
  int i;
  for (i = 0; i < N; i++) b[i] = ready();
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
