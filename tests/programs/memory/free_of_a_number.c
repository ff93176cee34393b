/* The argument of free is not the start of an allocated object, or the object is freed already. */
#include <stdlib.h>
int main(void) {
  free((void *)64); // pointer=fails
  return 0;
}
