// A library function must not access a freed object, nor follow a pointer that is never set.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char to[8], *unset;
  int n = __VERIFIER_nondet_int();
  char *p = malloc(8); // memory-leak=fails
  memset(p, 0, 8); // bounds=holds
  if (n > 0)
    unset = to;
  if (n > 3)
    memset(unset, 0, 8); // pointer=holds
  if (n == 0)
    memset(unset, 0, 8); // pointer=unsafe
  if (n > 5)
    free(p);
  memcpy(to, p, 8); // pointer=fails
  return 0;
}
