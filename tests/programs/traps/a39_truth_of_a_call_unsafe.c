// VERDICT: unsafe. The operator && turns 2 into 1. Lost if the call after it is taken for the returned value.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 11
#endif
int down(int n, int k) {
  if (n == 0)
    return k;
  return k == 2 && down(n - 1, k);
}
int main(void) {
  __VERIFIER_assert(down(N, 2) == 2);
  return 0;
}
