// VERDICT: unsafe. The second half of the block holds its own indices instead of zeros.
#include <stdlib.h>
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  int *a = malloc(N * sizeof(int));

  if (!a)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = i < N / 2 ? 0 : i;
  for (int i = 0; i < N; i++)
    assert(a[i] == 0);
  free(a);
  return 0;
}
