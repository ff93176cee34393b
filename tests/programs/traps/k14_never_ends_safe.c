// VERDICT: safe. i <= UINT_MAX always holds, so the assertion is never reached. A trip count of UINT_MAX + 1 computed in 32 bits is 0.
// ENDLESS
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[16];
int main(void) {
  unsigned int i;
  for (i = 0; i <= 4294967295u; i++) b[i % 16] = 1;
  __VERIFIER_assert(b[3] == 0);
  return 0;
}
