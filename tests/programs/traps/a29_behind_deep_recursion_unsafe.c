// VERDICT: unsafe. The 15th call is deeper than calls are inlined, and its result is 15. Lost if the assertion is proved alone: unsupported code was no part of its proof, so it was both proved and refuted.
// UNWIND: 40
// SIZES: 20
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 20
#endif
int depth(int n) {
  if (n <= 0)
    return 0;
  int below = depth(n - 1);
  return below + 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > N)
    abort();
  __VERIFIER_assert(depth(n) != 15);
  return 0;
}
