// VERDICT: unsafe. The first loop ends before the second one: a clause counts where its own loop has an iteration.
#include <assert.h>

#ifndef N
#define N 1000
#endif

int a[4 * N], b[4 * N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = 1;
  for (int i = 0; i < 2 * N; i++)
    b[2 * i] = 1;
  for (int i = 0; i < 2 * N; i++)
    assert(a[i] == 1 || b[i] == 1);
  return 0;
}
