/* A pointer that was never set is freed. */
#include <stdlib.h>
int main(void) {
  int *p;
  free(p); // pointer=fails
  return 0;
}
