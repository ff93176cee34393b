// VERDICT: safe. the countdown ends by the wrap of i below 0, which is defined for unsigned. Refuted or given an endless trip count wrongly if i is an unbounded integer.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  unsigned int i;
  for (i = N - 1; i < N; i--) b[i] = 1;
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
