// VERDICT: unsafe. all elements of b may be positive. Lost if the run that proves invariants goes on behind an assertion only where its test holds with an index in place of the cell of an array that it does not model; then no count is ever seen to change.
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
  int i, v = 0;
  for (i = 0; i < N; i++) { a[i] = -1; b[i] = __VERIFIER_nondet_int(); }
  for (i = 0; i < N; i++) { __VERIFIER_assert(a[i] < 0); if (b[i] > 0) v = v + 1; }
  __VERIFIER_assert(v != 3);
  return 0;
}
