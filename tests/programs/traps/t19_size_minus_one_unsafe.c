// VERDICT: unsafe. for n = 0 the bound n - 1 wraps to the largest unsigned value. Lost if n - 1 is -1.
extern void abort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  unsigned int i, n = __VERIFIER_nondet_uint();
  if (n > N) return 0;
  for (i = 0; i < n - 1 && i < N; i++) b[i] = 1;
  for (i = n; i < N; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
