// VERDICT: safe. The border of a partition is never ahead of the index, whatever the cells hold.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i05_partition_border.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i, j = 0, pivot = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] < pivot) {
      int t = a[j];
      a[j] = a[i];
      a[i] = t;
      j++;
    }
    __VERIFIER_assert(j <= i + 1);
  }
  __VERIFIER_assert(j >= 0 && j <= N);
  return 0;
}
