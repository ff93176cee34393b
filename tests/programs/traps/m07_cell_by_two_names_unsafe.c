// VERDICT: unsafe. n and m are the same index, so that b gets the last element. Lost if cells with different index expressions count as different when loops are fused.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N]; int t[N];
int main(void) {
  int i, n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || n >= N || m != n) return 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) t[n] = a[i];
  for (i = 0; i < N; i++) b[i] = t[m];
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == a[i]);
  return 0;
}
