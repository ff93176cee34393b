// Statics begin as zero; the second half is cleared once more.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "static_half_cleared.c", 6, "reach_error"); }
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

int main(void) {
  static long cell[N];
  long *p = cell + N / 2;
  while (p < cell + N)
    *p++ = 0L;
  for (int i = 0; i < N; ++i)
    __VERIFIER_assert(cell[i] == 0);
  return 0;
}
