/* Null may be freed. */
#include <stdlib.h>
int main(void) {
  int *p = 0;
  free(p);
  free(0);
  return 0;
}
