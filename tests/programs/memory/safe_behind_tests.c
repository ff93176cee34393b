/* Pointers that are tested first. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, *p = 0;
  if (__VERIFIER_nondet_int() > 3)
    p = &a;
  if (p != 0)
    *p = 2; // pointer=safe
  free(0);
  return a;
}
