/* The argument of free is not the start of an allocated object, or the object is freed already. */
#include <stdlib.h>
struct pair { int a, b; };
int main(void) {
  struct pair *p = malloc(sizeof *p);
  if (p == 0)
    return 1;
  free(&p->b); // pointer=fails
  return 0;
}
