// VERDICT: unsafe. c is an unsigned char: its fourth value is 44, not 300. Lost if the closed form is computed in int.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  int i;
  unsigned char c = 0;
  for (i = 0; i < N; i++) { b[i] = c; c += 100; }
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 100 * i);
  return 0;
}
