// VERDICT: unsafe. every cell is a hit, but the search may give up before it looks. Lost if leaving a search counts as finding.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int a[N]; int b[N];
int main(void) {
  int i, found = 0;
  for (i = 0; i < N; i++) { a[i] = 7; b[i] = __VERIFIER_nondet_int(); }
  for (i = 0; i < N; i++) { if (b[i] < 0) break; if (a[i] == 7) found = 1; }
  __VERIFIER_assert(found);
  return 0;
}
