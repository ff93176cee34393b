/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
int main(void) {
  free((void *)64); // pointer=fails
  return 0;
}
