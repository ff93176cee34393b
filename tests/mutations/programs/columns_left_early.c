// VERDICT: unsafe. the loop is left behind column 2: lost if the iterations of later columns run whatever the others do.
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
  for (i = 0; i < N; i++) for (j = 0; j < N; j++) { m[i][j] = 1; if (j == 2) break; }
  for (j = 0; j < N; j++) __VERIFIER_assert(m[0][j] == 1);
  return 0;
}
