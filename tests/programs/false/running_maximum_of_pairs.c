// VERDICT: unsafe. best[i] looks back one element only, so it can fall again: three elements are needed.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N], best[N];

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  best[0] = a[0];
  for (int i = 1; i < N; i++)
    best[i] = a[i] > a[i - 1] ? a[i] : a[i - 1];
  for (int i = 1; i < N; i++)
    assert(best[i] >= best[i - 1]);
  return 0;
}
