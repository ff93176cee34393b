/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (p == 0)
    return 1;
  free(p + 1); // pointer=fails
  return 0;
}
