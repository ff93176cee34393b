// VERDICT: unsafe. the assertion in the first loop fails before the abort. Lost if the code between the loops is moved in front of the first one.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); __VERIFIER_assert(a[i] >= 0); }
  if (n != n / 2 * 2 || n == n / 2 * 2) abort();
  for (i = 0; i < N; i++) b[i] = a[i];
  return 0;
}
