// VERDICT: unsafe. the weight is changed between the folds; in front of both it would be the one of the first fold as well.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, j;
  unsigned w = 1, s = 0, t = 0;
  for (i = 0; i < N; i++)
    s = 31 * s + w;
  w = 3;
  for (j = 0; j < N; j++)
    t = 31 * t + w;
  __VERIFIER_assert(s == t);
  return 0;
}
