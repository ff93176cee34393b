// VERDICT: unsafe. 0 / 10 is 0, so the inner loop is left at 40. Lost if one of two tests that go on is taken for both.
// UNWIND: 42
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned i, v, n;
  for (i = 0; i < N; i++) {
    v = __VERIFIER_nondet_uint();
    n = 0;
    while (v > 9 || n < 40) {
      v = v / 10;
      n++;
    }
    __VERIFIER_assert(n < 40);
  }
  return 0;
}
