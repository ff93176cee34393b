/* The argument of free is not the start of an allocated object, or the object is freed already. */
#include <stdlib.h>
static int x[4];
int main(void) {
  free(x); // pointer=fails
  return 0;
}
