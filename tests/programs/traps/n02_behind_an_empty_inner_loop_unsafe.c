// VERDICT: unsafe. the inner loop of the first outer iteration runs zero times, and the code behind it runs all the same: lost if it belongs to the last inner iteration only.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int c[N];
int main(void) {
  int i, j, w = 0;
  for (i = 0; i < N; i++) { for (j = 0; j < i; j++) w = j; c[i] = (i == 0) | (w > N); }
  for (i = 0; i < N; i++) __VERIFIER_assert(c[i] == 0);
  return 0;
}
