// VERDICT: unsafe. with n = 0 the body still runs once. Lost if do-while is rewritten to while.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N];
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) return 0;
  do { b[i] = 1; i++; } while (i < n);
  for (i = n; i < N; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
