// VERDICT: unsafe. the property loop starts at 0 or at 2. Lost if its test is assumed at the iterations of the conditional start 2 only.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int main(void) {
  int i, j, x = 0, c = __VERIFIER_nondet_int();
  int a[N + 3];
  for (i = 0; i < N + 3; i++) a[i] = __VERIFIER_nondet_int();
  a[2] = 0;
  for (j = 0; j < N; j++) x = 1;
  i = 0;
  if (c > 3) i = 2;
  for (; i < N && a[i] == 1; i++) __VERIFIER_assert(i > 0 || x == 0);
  return 0;
}
