// VERDICT: unsafe. cells in front of p are known when an iteration begins; with the p that the iteration has moved on, they are known too early.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[2 * N];
int main(void) {
  int i, k, x, p = 0;
  for (i = 0; i < 2 * N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    k = p + 1;
    p = p + 2;
    x = a[k];
    __VERIFIER_assert(x == 7);
    if (a[p - 2] != 7) return 0;
  }
  return 0;
}
