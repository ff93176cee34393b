// VERDICT: unsafe. the sentinel at n is planted in some runs only, the others search on to the last cell. Lost if the end of a search is taken from a planted cell without proof.
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
  int i, n = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (n < 0 || n >= N) return 0;
  for (i = 0; i < N; i++) a[i] = 1;
  a[N - 1] = 0;
  if (c) a[n] = 0;
  for (i = 0; a[i] != 0; i++) { }
  __VERIFIER_assert(i <= n);
  return 0;
}
