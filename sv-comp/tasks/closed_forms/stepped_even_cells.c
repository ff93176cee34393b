// Every second cell is written.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "stepped_even_cells.c", 7, "reach_error"); }
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
#define N 1000000
#endif

int a[2 * N];

int main(void) {
  int m = __VERIFIER_nondet_int();
  assume_abort_if_not(m >= 0 && m <= N);
  for (int i = 0; i < 2 * m; i += 2)
    a[i] = i + 1;
  for (int i = 0; i < 2 * m; i++)
    __VERIFIER_assert(i % 2 == 0 ? a[i] == i + 1 : a[i] == 0);
  return 0;
}
