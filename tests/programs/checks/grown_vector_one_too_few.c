#ifndef N
#define N 1000
#endif
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  size_t room = 2;
  if (p == 0)
    return 1;
  for (size_t i = 0; i < N; i++) {
    if (i > room) {
      room = 2 * room;
      p = realloc(p, room * sizeof *p);
      if (p == 0)
        return 1;
    }
    p[i] = 1; // bounds=fails
  }
  free(p);
  return 0;
}
