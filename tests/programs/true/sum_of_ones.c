// VERDICT: safe. A fold: the sum of N ones is N.
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  long sum = 0;

  for (int i = 0; i < N; i++)
    a[i] = 1;
  for (int i = 0; i < N; i++)
    sum += a[i];
  assert(sum == N);
  return 0;
}
