// VERDICT: safe. A cell number runs through rows and columns.
// SIZES: 3 4
// UNWIND: 9
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i10_rows_and_columns.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int row, column, cell = 0;
  for (row = 0; row < N; row++) {
    for (column = 0; column < 7; column++) {
      __VERIFIER_assert(cell == 7 * row + column);
      cell++;
    }
  }
  __VERIFIER_assert(cell == 7 * N);
  return 0;
}
