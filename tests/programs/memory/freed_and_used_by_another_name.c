/* A freed object is used through another pointer. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  if (p == 0)
    return 1;
  free(p); // pointer=holds
  return *q; // pointer=fails
}
