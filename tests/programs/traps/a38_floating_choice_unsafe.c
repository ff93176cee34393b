// VERDICT: unsafe. The result of each call is converted to double, which has no 2^53 + 1. Lost if the call after the colon is taken for the returned value.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 11
#endif
double half = 0.5;
long down(int n, long k) {
  return n < 0 ? half : n == 0 ? k : down(n - 1, k);
}
int main(void) {
  __VERIFIER_assert(down(N, 9007199254740993) == 9007199254740993);
  return 0;
}
