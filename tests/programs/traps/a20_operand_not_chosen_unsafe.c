// VERDICT: unsafe. p stays null, out holds 1. Lost if the operand of a choice that is not chosen is lowered for its type, and its assignment to p counts as made.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int out[N];
int main(void) {
  int i, y = 0; int *p = 0;
  int x = 0 ? (p = a, 1) : 2;
  if (p == 0) y = 1;
  for (i = 0; i < N; i++) out[i] = y;
  for (i = 0; i < N; i++) __VERIFIER_assert(out[i] == 0);
  return 0;
}
