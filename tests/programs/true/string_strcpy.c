// VERDICT: safe. strcpy into a buffer of the same size.
// SIZES: 3 4
#include <string.h>
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  char from[N], to[N];

  for (int i = 0; i < N - 1; i++)
    from[i] = 'a';
  from[N - 1] = '\0';
  strcpy(to, from);
  for (int i = 0; i < N; i++)
    assert(to[i] == from[i]);
  return 0;
}
