// VERDICT: unsafe. the index wraps modulo 256: 0, 100, 200, 44. Lost if it is accelerated or compared in unbounded integers.
// UNWIND: 260
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[256];
int main(void) {
  int i;
  unsigned char at = 0;
  for (i = 0; i < N; i++) { b[at] = 1; at += 100; }
  __VERIFIER_assert(b[44] == 0);
  return 0;
}
