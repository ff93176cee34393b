// VERDICT: unsafe. this assume_abort_if_not lets everything above -6 pass. Lost if the name counts, not the body that the program gives it.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
void assume_abort_if_not(int c) { if (c < -5) abort(); }
int a[N];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  assume_abort_if_not(n > 0);
  for (i = 0; i < N; i++) a[i] = n;
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] > 0);
  return 0;
}
