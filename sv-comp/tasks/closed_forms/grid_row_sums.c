// The sums of the rows of a square.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "grid_row_sums.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 3000
#endif

int g[N][N];
int r[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g[i][j] = j;
  for (int i = 0; i < n; i++) {
    r[i] = 0;
    for (int j = 0; j < n; j++)
      r[i] = r[i] + g[i][j];
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(2 * r[i] == n * (n - 1));
  return 0;
}
