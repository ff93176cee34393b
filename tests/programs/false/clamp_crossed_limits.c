// VERDICT: unsafe. The program does not exclude low > high.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] < low)
      a[i] = low;
    if (a[i] > high)
      a[i] = high;
  }
  for (int i = 0; i < N; i++)
    assert(low <= a[i]);
  return 0;
}
