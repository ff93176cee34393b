// VERDICT: unsafe. each cell gets the value of its row's first cell, which may differ from 0: lost if a read of another column gives the chosen one.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
int m[N][N];
int main(void) {
  int i, j;
  for (i = 0; i < N; i++) m[i][0] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) for (j = 1; j < N; j++) m[i][j] = m[i][j] + m[i][0];
  for (i = 0; i < N; i++) for (j = 1; j < N; j++) __VERIFIER_assert(m[i][j] == 0);
  return 0;
}
