// VERDICT: safe. Every row is a copy of the one above it, so each column has one value.
// UNWIND: 9
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "matrix_row_copied_down.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 1000
#endif

int m[N][N];

int main(void) {
  int i, j;
  for (j = 0; j < N; j++) m[0][j] = __VERIFIER_nondet_int();
  for (i = 1; i < N; i++)
    for (j = 0; j < N; j++) m[i][j] = m[i - 1][j];
  for (j = 0; j < N; j++)
    for (i = 0; i < N; i++) __VERIFIER_assert(m[i][j] == m[0][j]);
  return 0;
}
