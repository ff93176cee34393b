// Smallest and largest element in one pass.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "both_in_one_pass.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

#include <limits.h>

int a[N];

int main(void) {
  int min = INT_MAX, max = INT_MIN;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] > max)
      max = a[i];
    else if (a[i] < min)
      min = a[i];
  }
  for (int i = 0; i < N; i++) {
    __VERIFIER_assert(a[i] <= max);
    __VERIFIER_assert(a[i] >= min);
  }
  return 0;
}
