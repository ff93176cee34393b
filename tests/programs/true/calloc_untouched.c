// VERDICT: safe. calloc clears; only even places are written.
#include <stdlib.h>
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  int *a = calloc(N, sizeof(int));

  if (a == NULL)
    return 1;
  for (int i = 0; i < N; i += 2)
    a[i] = 1;
  for (int i = 1; i < N; i += 2)
    assert(a[i] == 0);
  free(a);
  return 0;
}
