// VERDICT: safe. N rows of four columns.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "matrix_fill.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}

#ifndef N
#define N 100000
#endif

#define COLUMNS 4
int m[N][COLUMNS];

int main(void) {
  int row, column;
  for (row = 0; row < N; row++)
    for (column = 0; column < COLUMNS; column++)
      m[row][column] = column;
  for (row = 0; row < N; row++)
    for (column = 0; column < COLUMNS; column++)
      __VERIFIER_assert(m[row][column] == column);
  return 0;
}
