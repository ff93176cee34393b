// VERDICT: unsafe. c is written in the first loop and read only by the condition of the assertion. Lost if it counts as dead behind the loop and becomes a variable of one iteration.
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
  int i, found = 0, c = 0;
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] == 3) c = 1; }
  a[0] = 0;
  for (i = 0; i < N; i++) { if (a[i] == 3) found = 1; }
  if (c) __VERIFIER_assert(found);
  return 0;
}
