/* On one path the function returns null and loses its allocation: only a returned block belongs to the caller. */
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
