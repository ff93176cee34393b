/* A resized object is used through its old address. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (p == 0)
    return 1;
  int *q = realloc(p, 400 * sizeof *p);
  if (q == 0)
    return 1;
  p[0] = 1; // pointer=fails
  free(q);
  return 0;
}
