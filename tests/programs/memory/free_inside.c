/* The argument of free is not the start of an allocated object, or the object is freed already. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (p == 0)
    return 1;
  free(p + 1); // pointer=fails
  return 0;
}
