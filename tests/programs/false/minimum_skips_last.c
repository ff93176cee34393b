// VERDICT: unsafe. The last element is not looked at.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int low;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  low = a[0];
  for (int i = 1; i < N - 1; i++)
    if (a[i] < low)
      low = a[i];
  for (int i = 0; i < N; i++)
    assert(low <= a[i]);
  return 0;
}
