/* The argument of free is not the start of an allocated object, or the object is freed already. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, *p = &x;
  if (__VERIFIER_nondet_int() > 5)
    p = malloc(sizeof *p);
  free(p); // pointer=fails
  return 0;
}
