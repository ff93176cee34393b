// VERDICT: unsafe. w is N - 1 behind the loop over the columns: lost if it stays as the iteration of the chosen column left it.
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
  int i, j, w = 0;
  for (i = 0; i < N; i++) { for (j = 0; j < N; j++) { m[i][j] = 1; w = j; } m[i][0] = w; }
  for (i = 0; i < N; i++) __VERIFIER_assert(m[i][0] == 0);
  return 0;
}
