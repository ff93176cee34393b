/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
static int x[4];
int main(void) {
  free(x); // pointer=fails
  return 0;
}
