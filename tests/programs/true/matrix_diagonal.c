// VERDICT: safe. Ones on the diagonal, zeros elsewhere.
// UNWIND: 9
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "matrix_diagonal.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 1000
#endif

int m[N][N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++) {
    for (j = 0; j < N; j++) m[i][j] = 0;
    m[i][i] = 1;
  }
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) __VERIFIER_assert(m[i][j] == (i == j));
  return 0;
}
