/* A null pointer is followed. */
#include <string.h>
int main(void) {
  char *p = 0;
  memset(p, 0, 4); // pointer=fails
  return 0;
}
