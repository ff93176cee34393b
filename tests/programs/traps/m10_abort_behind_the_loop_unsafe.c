// VERDICT: unsafe. the assertion fails in the loop, and the code after it ends the run. Lost if an abort undoes a violation that is already flagged.
extern int __VERIFIER_nondet_int(void);
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
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); __VERIFIER_assert(a[i] >= 0); }
  if (a[0] <= 2147483647) abort();
  return 0;
}
