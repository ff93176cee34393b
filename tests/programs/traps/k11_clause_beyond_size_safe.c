// VERDICT: safe. with a chosen iteration n + 1 (past the end) its clause must count as true, not as a read of b[n].
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
  int i, n = __VERIFIER_nondet_int();
  if (n < 0 || n > N) return 0;
  for (i = 0; i < N; i++) b[i] = 5;
  for (i = 0; i < n; i++) b[i] = 1;
  for (i = 0; i < n; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
