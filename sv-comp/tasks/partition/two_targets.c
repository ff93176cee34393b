// Negative values go to one array, all others to another.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "two_targets.c", 6, "reach_error"); }
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
  int i, j = 0, k = 0;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] < 0)
      negative[j++] = a[i];
    else
      other[k++] = a[i];
  }
  __VERIFIER_assert(j + k == N);
  for (i = 0; i < j; i++)
    __VERIFIER_assert(negative[i] < 0);
  for (i = 0; i < k; i++)
    __VERIFIER_assert(other[i] >= 0);
  return 0;
}
