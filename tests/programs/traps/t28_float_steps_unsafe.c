// VERDICT: unsafe. ten steps of 0.1f do not add up to ten times 0.1f. Lost if a float gets a closed form.
// SMALL: 12
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i;
  float x = 0.0f;
  for (i = 0; i < N; i++) { __VERIFIER_assert(i > 11 || x == i * 0.1f); x += 0.1f; }
  return 0;
}
