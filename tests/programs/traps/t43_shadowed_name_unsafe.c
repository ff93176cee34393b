// VERDICT: unsafe. the inner m is another variable, the outer one stays 0. Lost if names are not renamed apart.
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
  int i, m = 0;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); }
  for (i = 0; i < N; i++) { int m = a[i]; if (m < 0) a[i] = 0; }
  for (i = 0; i < N; i++) __VERIFIER_assert(m >= a[i]);
  return 0;
}
