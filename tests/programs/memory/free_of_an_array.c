/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
int main(void) {
  int x[42];
  free(x); // pointer=fails
  return 0;
}
