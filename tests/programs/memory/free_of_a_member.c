/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
struct pair { int a, b; };
int main(void) {
  struct pair *p = malloc(sizeof *p);
  if (p == 0)
    return 1;
  free(&p->b); // pointer=fails
  return 0;
}
