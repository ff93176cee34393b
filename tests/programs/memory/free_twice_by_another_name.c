/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  free(p); // pointer=holds
  free(q); // pointer=fails
  return 0;
}
