// VERDICT: safe. strlen of a string without inner terminators.
#include <string.h>
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  char line[N];

  for (int i = 0; i < N - 1; i++)
    line[i] = 'x';
  line[N - 1] = '\0';
  assert(strlen(line) == N - 1);
  return 0;
}
