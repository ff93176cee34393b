// VERDICT: unsafe. -1 >> 1 is -1, so the inner loop is left at 40. Lost if shifted numbers are taken to become 0.
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
  int i, v, n;
  for (i = 0; i < N; i++) {
    v = __VERIFIER_nondet_int();
    n = 0;
    while (v != 0) {
      v = v >> 1;
      n++;
      if (n == 40)
        break;
    }
    __VERIFIER_assert(n < 40);
  }
  return 0;
}
