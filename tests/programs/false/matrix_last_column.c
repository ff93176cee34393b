// VERDICT: unsafe. The last column of each row keeps its old value.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "matrix_last_column.c", 1, "reach_error"); }
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
#define N 100000
#endif

#define COLUMNS 3
int m[N][COLUMNS];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    for (j = 0; j < COLUMNS; j++)
      m[i][j] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    for (j = 0; j < COLUMNS - 1; j++)
      m[i][j] = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < COLUMNS; j++)
      __VERIFIER_assert(m[i][j] == 0);
  return 0;
}
