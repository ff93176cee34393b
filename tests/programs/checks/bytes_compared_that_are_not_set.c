// The bytes that a modelled library function reads have to be set.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
const char b[4];
int main(void) {
  char a[4];
  a[0] = __VERIFIER_nondet_int() != 0;
  a[1] = 0;
  return memcmp(a, b, 3) != 0; // uninitialised=unsafe
}
