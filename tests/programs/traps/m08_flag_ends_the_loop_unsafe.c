// VERDICT: unsafe. a flag that the loop sets ends it, the cells behind stay 0. Lost if the part of the test that counts is taken for the whole test.
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
  int i, stop = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N && !stop; i++) { b[i] = 1; if (a[i] == 0) stop = 1; }
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
