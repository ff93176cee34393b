// VERDICT: unsafe. A fold: the sum of N ones reaches N.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sum_limit.c", 1, "reach_error"); }
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

int a[N];

int main(void) {
  int i;
  long sum = 0;
  for (i = 0; i < N; i++)
    a[i] = 1;
  for (i = 0; i < N; i++)
    sum += a[i];
  __VERIFIER_assert(sum < N);
  return 0;
}
