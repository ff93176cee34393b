// VERDICT: unsafe. With every element a hit the count is N, which the property excludes.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int hits = 0;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] > 0)
      hits++;
  assert(hits >= 0 && hits < N);
  return 0;
}
