// VERDICT: unsafe. Each call swaps a and b. Lost if the next call's a is set before its b is computed.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 11
#endif
int swap(int a, int b, int n) {
  if (n == 0)
    return a - b;
  return swap(b, a, n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > N)
    return 0;
  __VERIFIER_assert(swap(3, 4, n) <= 0);
  return 0;
}
