// The sum of percentages has a limit.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "bounded_sum.c", 7, "reach_error"); }
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
  int i;
  long long sum = 0;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    assume_abort_if_not(a[i] >= 0 && a[i] <= 100);
  }
  for (i = 0; i < N; i++)
    sum += a[i];
  __VERIFIER_assert(sum >= 0 && sum <= 100LL * N);
  return 0;
}
