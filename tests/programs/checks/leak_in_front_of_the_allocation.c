/* The text returns above where it allocates, and a loop has been there before. */
#ifndef N
#define N 100
#endif
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < N; i++) {
    if (2 * i >= N)
      return 1;
    int *p = malloc(sizeof *p); // memory-leak=fails
    if (p == 0)
      return 1;
    *p = i;
  }
  return 0;
}
