// VERDICT: unsafe. the table may name one cell twice and another never. Lost if a[p[i]] is taken to visit every cell.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int p[N]; int b[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) { p[i] = __VERIFIER_nondet_int(); if (p[i] < 0 || p[i] >= N) return 0; }
  for (i = 0; i < N; i++) b[p[i]] = 1;
  for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == 1);
  return 0;
}
