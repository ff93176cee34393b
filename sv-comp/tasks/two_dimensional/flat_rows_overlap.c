// A matrix in one flat array.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "flat_rows_overlap.c", 6, "reach_error"); }
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

int flat[2 * N + 1];

int main(void) {
  int i, j;
  for (i = 0; i < N; i++) {
    for (j = 0; j < 3; j++)
      flat[2 * i + j] = j;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(flat[2 * i + 2] == 2);
  return 0;
}
