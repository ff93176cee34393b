// VERDICT: unsafe. (short)(v >> 2) is -1 for 262143, which is 4294967295 again, so the inner loop is left at 40. Lost if a converted number is assumed to be as small as before.
// UNWIND: 42
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, n;
  unsigned v;
  for (i = 0; i < N; i++) {
    v = __VERIFIER_nondet_int();
    n = 0;
    while (v != 0) {
      v = (short)(v >> 2);
      n++;
      if (n == 40)
        break;
    }
    __VERIFIER_assert(n < 40);
  }
  return 0;
}
