/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
int main(void) {
  char *s = "text";
  free(s); // pointer=fails
  return 0;
}
