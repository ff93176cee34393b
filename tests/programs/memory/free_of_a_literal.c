/* The argument of free is not the start of an allocated object, or the object is freed already. */
#include <stdlib.h>
int main(void) {
  char *s = "text";
  free(s); // pointer=fails
  return 0;
}
