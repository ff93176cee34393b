// Whether elements are added or taken off depends on an earlier sum.
// SIZES: 1 2

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "condition_inside_of_sum.c", 7, "reach_error"); }
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
  long long sum = 0, again = 0;
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++) {
    if (2 * sum == (long long)n * (n + 1))
      again += a[i];
    else
      again -= a[i];
  }
  __VERIFIER_assert(again == sum);
  return 0;
}
