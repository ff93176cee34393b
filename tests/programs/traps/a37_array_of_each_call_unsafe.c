// VERDICT: unsafe. up points into the first call's own, which the other calls do not write to. Lost if all calls have one array.
// UNWIND: 14
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 12
#endif
int none[2];
int down(int n, int *up) {
  int own[2];
  own[0] = n;
  if (n == 0)
    return up[0];
  return down(n - 1, n == N ? own : up);
}
int main(void) {
  __VERIFIER_assert(down(N, none) == 0);
  return 0;
}
