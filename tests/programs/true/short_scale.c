// VERDICT: safe. Half of a short, back to the double of it, differs by at most one.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  short a[N], half[N];

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < N; i++)
    half[i] = a[i] / 2;
  for (int i = 0; i < N; i++) {
    int rest = a[i] - 2 * half[i];
    assert(-1 <= rest && rest <= 1);
  }
  return 0;
}
