// VERDICT: safe. Copy and comparison as functions with array parameters.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

static void copy(int to[], const int from[], int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

static int is_equal(const int x[], const int y[], int n) {
  for (int i = 0; i < n; i++)
    if (x[i] != y[i])
      return 0;
  return 1;
}

int main(void) {
  int a[N], b[N];

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  copy(b, a, N);
  assert(is_equal(a, b, N));
  return 0;
}
