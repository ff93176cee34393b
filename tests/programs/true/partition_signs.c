// VERDICT: safe. Elements are sorted into two arrays by their sign.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "partition_signs.c", 1, "reach_error"); }
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

int a[N], negative[N], other[N];

int main(void) {
  int i, m = 0, k = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] < 0)
      negative[m++] = a[i];
    else
      other[k++] = a[i];
  }
  for (i = 0; i < m; i++)
    __VERIFIER_assert(negative[i] < 0);
  for (i = 0; i < k; i++)
    __VERIFIER_assert(other[i] >= 0);
  return 0;
}
