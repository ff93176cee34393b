// VERDICT: safe. the first cell that is not less than a key, by halves.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
static int a[N];

int main(void) {
  int key = __VERIFIER_nondet_int(), low = 0, high = N;
  a[0] = __VERIFIER_nondet_int() % 100;
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] + ((unsigned)__VERIFIER_nondet_int() % 4);
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  assert(low >= 0 && low <= N);
  if (low < N)
    assert(a[low] >= key);
  if (low > 0)
    assert(a[low - 1] < key);
  return 0;
}
