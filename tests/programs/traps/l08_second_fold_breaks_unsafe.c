// VERDICT: unsafe. the second fold is left by a jump when its test is about to fail; in lockstep that would end the first one as well.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, k = 0;
  unsigned s = 0, t = 0;
  for (i = 0; i < N; i++)
    s = 3 * s + 1;
  while (k < N) {
    t = 3 * t + 1;
    k++;
    if (__VERIFIER_nondet_int()) {
      k = N;
      break;
    }
  }
  __VERIFIER_assert(s == t);
  return 0;
}
