/* An allocated object is not freed. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(4); // memory-leak=fails
  p = malloc(4);
  free(p);
  return 0;
}
