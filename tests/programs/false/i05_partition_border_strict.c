// VERDICT: unsafe. With every cell below the pivot the border ends at the index.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "i05_partition_border_strict.c", 1, "reach_error"); }
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
      a[j] = a[i];
      j++;
    }
  }
  __VERIFIER_assert(j < i);
  return 0;
}
