/* The second object is lost, though the function returns the first one. */
// entry: filled
#include <stdlib.h>
int *filled(int n) {
  int *b = malloc(1000 * sizeof *b);
  int *c = malloc(1000 * sizeof *c);     // memory-leak=fails
  if (b != 0 && c != 0)
    for (int i = 0; i < 1000; i++)
      b[i] = c[i] = n;
  return b;
}
