// VERDICT: unsafe. n = -1 compared with an unsigned i is a huge bound. Lost if the comparison is made in signed or unbounded integers.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  int n = -1;
  unsigned int i;
  for (i = 0; i < n; i++) { if (i >= N) break; b[i] = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
