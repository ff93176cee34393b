// The minimum is not above the maximum.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "extreme_span.c", 7, "reach_error"); }
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

int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int low, high;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  low = high = a[0];
  for (int i = 0; i < n; i++) {
    if (a[i] < low)
      low = a[i];
    if (a[i] > high)
      high = a[i];
  }
  __VERIFIER_assert(low <= high);
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(low <= a[i] && a[i] <= high);
  return 0;
}
