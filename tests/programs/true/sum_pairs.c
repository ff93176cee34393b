// VERDICT: safe. The element-wise sum of bounded values stays bounded.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "sum_pairs.c", 1, "reach_error"); }
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

int a[N], b[N], sum[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
    if (a[i] < -100 || a[i] > 100 || b[i] < -100 || b[i] > 100)
      abort();
  }
  for (i = 0; i < N; i++)
    sum[i] = a[i] + b[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(sum[i] >= -200 && sum[i] <= 200 && sum[i] - b[i] == a[i]);
  return 0;
}
