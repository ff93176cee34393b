// VERDICT: unsafe. the assertion only fails after 40 iterations (sum of ones). Lost if the counterexample-free small k is taken as proof without a passed shrinkability check.
// SMALL: 40
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
  int i, s = 0;
  for (i = 0; i < N; i++) a[i] = 1;
  for (i = 0; i < N; i++) s += a[i];
  __VERIFIER_assert(s < 40);
  return 0;
}
