// VERDICT: safe. Two indices walk towards each other and swap.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N], old[N];
  int low = 0, high = N - 1;

  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    old[i] = a[i];
  }
  while (low < high) {
    int t = a[low];
    a[low] = a[high];
    a[high] = t;
    low++;
    high--;
  }
  for (int i = 0; i < N; i++)
    assert(a[i] == old[N - 1 - i]);
  return 0;
}
