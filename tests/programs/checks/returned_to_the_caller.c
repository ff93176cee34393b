/* A block that a function allocates and returns belongs to the caller; so do its arguments. */
// entry: filled
#include <stdlib.h>
int *filled(const int *a, int n) {
  int *b = malloc(1000 * sizeof *b);     // memory-leak=holds
  if (b == 0)
    return 0;
  for (int i = 0; i < 1000; i++)
    b[i] = i < n ? a[i] : 0;
  return b;
}
