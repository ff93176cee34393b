// VERDICT: unsafe. the aborts force the contents 0, 1, 2, ...; the eighth index is needed. Lost if a window of neighbours is taken for a cutoff although aborts tie all of them together.
// SMALL: 9
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
  int i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  a[0] = 0;
  for (i = 1; i < N; i++) if (a[i] < 0 || a[i] > N || a[i] != a[i - 1] + 1) abort();
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] < 8);
  return 0;
}
