// VERDICT: unsafe. the clause compares two neighbours. Lost if a clause is taken to read the cell of its own iteration only.
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
  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] < 0 || a[i] > 9) return 0; }
  for (i = 0; i < N - 1; i++) __VERIFIER_assert(a[i] <= a[i + 1] || a[i + 1] == 0);
  return 0;
}
