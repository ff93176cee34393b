// VERDICT: unsafe. Some input is negative, some is 0 and some is above: three iterations show it, fewer do not.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 1000000
#endif

int main(void) {
  int a[N];
  int below = 0, zero = 0, above = 0;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] < 0)
      below = 1;
    if (a[i] == 0)
      zero = 1;
    if (a[i] > 0)
      above = 1;
  }
  assert(!(below && zero && above));
  return 0;
}
