// All rows and columns get the same value.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "rows_filled.c", 6, "reach_error"); }
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

int m[N][4];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    for (j = 0; j < 4; j++)
      m[i][j] = 3;
  for (i = 0; i < N; i++)
    for (j = 0; j < 4; j++)
      __VERIFIER_assert(m[i][j] == 3);
  return 0;
}
