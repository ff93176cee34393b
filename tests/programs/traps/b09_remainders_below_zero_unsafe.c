// VERDICT: unsafe. -50 % 100 is -50: only nonnegative numbers have the remainder 50.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int counted = 0;
  for (int t = -N; t < N; t++)
    if (t % 100 == 50)
      counted++;
  __VERIFIER_assert(counted == 2 * (N / 100));
  return 0;
}
