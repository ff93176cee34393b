// VERDICT: unsafe. 1, then 2, then 3 must come in that order. Lost for k = 1 and 2 without a shrinkability check, and if the order of iterations is not kept.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i, x = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (x == 0 && a[i] == 1) x = 1;
    else if (x == 1 && a[i] == 2) x = 2;
    else if (x == 2 && a[i] == 3) x = 3;
  }
  __VERIFIER_assert(x < 3);
  return 0;
}
