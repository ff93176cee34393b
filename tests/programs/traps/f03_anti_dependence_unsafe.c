// VERDICT: unsafe. the first loop reads a[i-1] before the second one clears it. Fusing the loops clears it first, and all b[i] become 0.
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
  int i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 1; i < N; i++) b[i] = a[i - 1];
  for (i = 1; i < N; i++) a[i] = 0;
  for (i = 2; i < N; i++) __VERIFIER_assert(b[i] == 0);
  return 0;
}
