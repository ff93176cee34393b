// VERDICT: unsafe. j starts at 4294967295, the inner loop does not run. Lost if it is unrolled from -1 on.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  int i, x;
  for (i = 0; i < N; i++) { x = 0; for (unsigned j = -1; j < 5; j++) x = 1; a[i] = x; }
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 1);
  return 0;
}
