// The total of ones.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "grid_total.c", 7, "reach_error"); }
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
#define N 100000
#endif

int g[N][5];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  int total = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 5; j++)
      g[i][j] = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 5; j++)
      total += g[i][j];
  __VERIFIER_assert(total == 5 * n);
  return 0;
}
