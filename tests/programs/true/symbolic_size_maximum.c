// VERDICT: safe. The maximum of an arbitrary non-empty prefix.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int n = __VERIFIER_nondet_int();
  int max;

  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (int i = 1; i < n; i++)
    if (max < a[i])
      max = a[i];
  for (int i = 0; i < n; i++)
    assert(max >= a[i]);
  return 0;
}
