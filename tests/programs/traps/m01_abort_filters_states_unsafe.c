// VERDICT: unsafe. contents 1, 1, 2 violate; every proper subsequence of them aborts or passes, and x stands in the assertion, so that the abort is kept. Lost if an abort of one subsequence filters the whole shrinkability check.
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
  int i, x = 0, bad = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] == 1 && x < 2) x++;
    if (a[i] == 2) { if (x < 2) abort(); bad = 1; }
  }
  __VERIFIER_assert(!bad || x < 2);
  return 0;
}
