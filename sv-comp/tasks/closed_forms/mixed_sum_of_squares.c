// A sum of squares is not negative.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "mixed_sum_of_squares.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

short a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  long long sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++)
    sum += (long long)a[i] * a[i];
  __VERIFIER_assert(sum >= 0);
  return 0;
}
