/* Of objects that a loop allocates nobody notes which are freed: what is used behind that is open, or refuted. */
#ifndef N
#define N 50
#endif
#include <stdlib.h>
struct pair { int key, value; };
int main(void) {
  struct pair *p = 0;
  for (int i = 0; i < N; i++) {
    p = malloc(sizeof *p); // memory-leak=safe
    if (p == 0)
      return 1;
    p->key = i;
    free(p);
  }
  return p->key; // pointer=fails
}
