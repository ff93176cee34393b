// VERDICT: safe. The error label cannot be reached.
#include <assert.h>

void reach_error(void) { assert(0); }

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = i % 2 == 0 ? 4 : 6;
  for (i = 0; i < N; i++)
    if (a[i] != 4 && a[i] != 6)
      goto ERROR;
  return 0;
ERROR:
  reach_error();
  return 1;
}
