// VERDICT: unsafe. the second loop starts where the first one left j. Lost if the loops are fused and the start of j is read before both.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i, j = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) if (a[i] > 0) j++;
  for (; j < N; j++) b[j] = 1;
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
