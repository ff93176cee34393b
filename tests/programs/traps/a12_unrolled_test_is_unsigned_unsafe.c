// VERDICT: unsafe. -1 is compared as 4294967295, the inner loop runs three times. Lost if it is unrolled as if it never ran.
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
  for (i = 0; i < N; i++) { x = 0; for (unsigned j = 0; j < -1; j += 0x55555555) x = 1; a[i] = x; }
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
