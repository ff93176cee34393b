// VERDICT: safe. an unsigned char never reaches 300, so the assertion is never reached.
// ENDLESS
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[300];
int main(void) {
  unsigned char c;
  int x = 0;
  for (c = 0; c < 300; c++) b[c] = 1;
  x = b[299];
  __VERIFIER_assert(x == 1);
  return 0;
}
