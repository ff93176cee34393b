/* A block that grows as it is filled is there as far as it is accessed, and is freed. */
#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char *text = 0;
  for (int i = 0; i < N; i++) {
    text = realloc(text, i + 1); // memory-leak=holds pointer=holds
    if (text == 0)
      return 1;
    text[i] = __VERIFIER_nondet_uchar(); // bounds=holds
  }
  free(text); // pointer=holds
  return 0;
}
