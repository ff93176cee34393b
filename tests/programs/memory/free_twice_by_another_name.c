/* The argument of free is not the start of an allocated object, or the object is freed already. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *q = p;
  free(p); // pointer=holds
  free(q); // pointer=fails
  return 0;
}
