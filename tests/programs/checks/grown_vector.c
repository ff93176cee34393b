/* A block that grows as it is filled is there as far as it is accessed, and is freed. */
#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char *text = 0;
  size_t length = 0, room = 0;
  for (int i = 0; i < N; i++) {
    if (length == room) {
      room = room ? 2 * room : 8; // unsigned-overflow=holds
      text = realloc(text, room); // memory-leak=holds pointer=holds
      if (text == 0)
        return 1;
    }
    text[length++] = __VERIFIER_nondet_uchar(); // bounds=holds
  }
  for (size_t k = 0; k + 1 < length; k++)
    text[k] = text[k + 1]; // bounds=holds
  free(text); // pointer=holds
  return 0;
}
