// VERDICT: unsafe. the bounds of the cells of the other rows do not hold for the last row.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "trap.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
#ifndef N
#define N 1000
#endif
#define M 2
unsigned char m[N][M];
int main(void) {
  int all = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      m[i][j] = (unsigned)__VERIFIER_nondet_int() % (i == N - 1 ? 12 : 10);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      all += m[i][j];
  __VERIFIER_assert(all >= 0 && all <= 9 * N * M);
  return 0;
}
