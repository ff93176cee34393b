// VERDICT: safe. The minimum, written with a conditional expression.
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
  for (int i = 0; i < N; i++)
    low = a[i] < low ? a[i] : low;
  for (int i = 0; i < N; i++)
    assert(low <= a[i]);
  return 0;
}
