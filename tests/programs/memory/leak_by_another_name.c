/* An allocated object is not freed. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *q = p; // memory-leak=fails
  p = 0;
  q = 0;
  return 0;
}
