/* An access behind the last element. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (p == 0)
    return 1;
  p[4] = 1; // bounds=fails
  free(p);
  return 0;
}
