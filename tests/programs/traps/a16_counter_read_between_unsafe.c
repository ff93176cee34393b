// VERDICT: unsafe. b holds N, the value of i between the loops that count with it. Lost if all three are fused and the final value of i is set in front of them.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N]; int c[N];
int main(void) {
  int i, j;
  for (i = 0; i < N; i++) a[i] = 0;
  for (j = 0; j < N; j++) b[j] = i;
  for (; i < 2 * N; i++) c[i - N] = 0;
  for (j = 0; j < N; j++) __VERIFIER_assert(b[j] == 2 * N + c[j]);
  return 0;
}
