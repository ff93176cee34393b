// VERDICT: unsafe. each iteration of the property loop clears the cell that the next one looks at. Lost if the iterations count as clauses about one final state.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int b[N + 1];
int main(void) {
  int i;
  for (i = 0; i <= N; i++) b[i] = 1;
  for (i = N; i > 0; i--) { __VERIFIER_assert(b[i] == 1); b[i - 1] = 0; }
  return 0;
}
