// VERDICT: unsafe. With exactly one element there is no neighbour, and the gap keeps its start value.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int gap = -1;
  int n = __VERIFIER_nondet_int();

  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 1; i < n; i++)
    gap = a[i] - a[i - 1];
  assert(gap == 1);
  return 0;
}
