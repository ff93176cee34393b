// VERDICT: unsafe. with 2 * N inner iterations c[i] is 2 * N: lost if the last of them has no number, since the numbers were thought to be no more than the outer ones.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int c[N];
int main(void) {
  int i, j, w = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2 * N) return 0;
  for (i = 0; i < N; i++) { for (j = 0; j < n; j++) w = j; c[i] = n + (w < 0); }
  for (i = 0; i < N; i++) __VERIFIER_assert(c[i] < 2 * N);
  return 0;
}
