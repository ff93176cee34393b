// VERDICT: unsafe. The assertion sees the maximum of the elements before.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int top = 0;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    assert(top >= a[i]);
    if (a[i] > top)
      top = a[i];
  }
  return 0;
}
