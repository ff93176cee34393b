// Rows become columns.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "transposed.c", 6, "reach_error"); }
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

int m[N][3], t[3][N];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    for (j = 0; j < 3; j++)
      m[i][j] = __VERIFIER_nondet_int();
  for (j = 0; j < 3; j++)
    for (i = 0; i < N; i++)
      t[j][i] = m[i][j];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(t[0][i] == m[i][0] && t[1][i] == m[i][1] && t[2][i] == m[i][2]);
  return 0;
}
