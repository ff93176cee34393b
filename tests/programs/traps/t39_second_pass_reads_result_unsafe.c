// VERDICT: unsafe. the second pass reads what the first one wrote: b is shifted twice. Lost if two textually equal loops are merged into one.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N + 2]; int old[N + 2];
int main(void) {
  int i;
  for (i = 0; i < N + 2; i++) { a[i] = __VERIFIER_nondet_int(); old[i] = a[i]; }
  for (i = 0; i < N + 1; i++) a[i] = a[i + 1];
  for (i = 0; i < N + 1; i++) a[i] = a[i + 1];
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] == old[i + 1]);
  return 0;
}
