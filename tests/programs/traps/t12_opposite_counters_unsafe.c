// VERDICT: unsafe. the indices meet in the middle, so the second half of b stays 0. Lost if the trip count is taken from one of them alone.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  int i = 0, j = N - 1;
  while (i < j) { b[i] = 1; i++; j--; }
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
