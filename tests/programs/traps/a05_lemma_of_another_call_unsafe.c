// VERDICT: unsafe. the first call doubles zeros, the second one threes. Lost if what is proved of the loop in the first call is assumed of the same source line in the second call.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N]; int i, j;
void twice(void) { for (i = 0; i < N; i++) a[i] = a[i] + a[i]; }
int main(void) {
  twice();
  for (j = 0; j < N; j++) a[j] = 3;
  twice();
  for (j = 0; j < N; j++) b[j] = a[j];
  for (j = 0; j < N; j++) __VERIFIER_assert(b[j] == 0);
  return 0;
}
