// The pairs below the diagonal are counted.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "triangle_pairs_of_neighbours.c", 6, "reach_error"); }
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

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  long long pairs = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i && j < 3; j++)
      pairs += 1;
  __VERIFIER_assert(2 * pairs == (long long)n * (n - 1));
  return 0;
}
