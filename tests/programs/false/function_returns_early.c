// VERDICT: unsafe. is_equal() decides after the first equal pair.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

static int is_equal(const int *x, const int *y, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != y[i])
      return 0;
    else
      return 1;
  }
  return 1;
}

int main(void) {
  int a[N], b[N];

  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  if (is_equal(a, b, N))
    for (int i = 0; i < N; i++)
      assert(a[i] == b[i]);
  return 0;
}
