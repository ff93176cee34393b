// A sum above ten for each term has a large term.
// SIZES: 1 2 3 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "large_sum.c", 7, "reach_error"); }
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

int a[N];

int main(void) {
  int sum = 0, large = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    assume_abort_if_not(a[i] >= 0 && a[i] <= 20);
    sum += a[i];
  }
  for (int i = 0; i < N; i++) {
    if (a[i] > 11)
      large = 1;
  }
  if (sum > 10 * N)
    __VERIFIER_assert(large);
  return 0;
}
