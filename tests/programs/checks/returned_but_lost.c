/* On one way the function returns nothing, and what it has allocated is lost: only what it returns is its caller's. */
// entry: filled
#include <stdlib.h>
int *filled(int n) {
  int *b = malloc(1000 * sizeof *b);     // memory-leak=fails
  if (b == 0)
    return 0;
  for (int i = 0; i < 1000; i++)
    b[i] = i;
  if (n == 77)
    return 0;
  return b;
}
