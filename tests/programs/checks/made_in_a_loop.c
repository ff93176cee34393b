/* Objects that a loop allocates are there until the end, where all of them are lost. */
#ifndef N
#define N 100000
#endif
#include <stdlib.h>
struct pair { int key, value; };
static struct pair *table[N];
int main(void) {
  for (int i = 0; i < N; i++) {
    struct pair *p = malloc(sizeof *p); // memory-leak=fails
    if (p == 0)
      return 1;
    p->key = i; // bounds=holds
    table[i] = p;
  }
  return 0;
}
