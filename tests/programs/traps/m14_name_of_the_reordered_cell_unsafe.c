// VERDICT: unsafe. the second loop reads ahead by at_one0 = 1, so b holds 1. Lost if the check that fused loops share no cell declares an at_one0 of its own.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i, at_one0 = __VERIFIER_nondet_int();
  if (at_one0 != 1) return 0;
  for (i = 1; i < N; i++) a[i] = 1;
  for (i = 1; i < N - 1; i++) b[i] = a[i + at_one0];
  for (i = 1; i < N - 1; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
