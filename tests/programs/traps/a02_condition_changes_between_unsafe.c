// VERDICT: unsafe. the second if (c) runs, the first does not: c changes in between. Lost if a write under a condition is taken to hide the old value from every later read under an equally written condition; the loop that computes x then counts as dead.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int x; int a[N]; int b[N];
int main(void) {
  int i, j, c, y = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) x = a[i];
  c = 0;
  if (c) x = 1;
  c = 1;
  if (c) y = x;
  for (j = 0; j < N; j++) b[j] = y;
  for (j = 0; j < N; j++) __VERIFIER_assert(b[j] == 0);
  return 0;
}
