// VERDICT: unsafe. The last call's x was never set. Lost if the calls of a function that is a loop have one x.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 11
#endif
int down(int n, int first) {
  int x;
  if (first)
    x = 1;
  if (n == 0)
    return x;
  return down(n - 1, 0);
}
int main(void) {
  __VERIFIER_assert(down(N, 1) == 1);
  return 0;
}
