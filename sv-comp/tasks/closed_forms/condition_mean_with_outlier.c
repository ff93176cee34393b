// The mean of numbers that are nearly equal.

typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "condition_mean_with_outlier.c", 9, "reach_error"); }
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
#define N 10000000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int *a = malloc(n * sizeof(int));
  if (!a)
    return 0;
  int sum = 0, mean;
  for (int i = 0; i < n; i++)
    a[i] = 2;
  a[n / 2] = 5;
  for (int i = 0; i < n; i++)
    sum += a[i];
  mean = sum / n;
  if (n > 3)
    __VERIFIER_assert(mean == 2);
  if (n == 3)
    __VERIFIER_assert(mean == 2);
  free(a);
  return 0;
}
