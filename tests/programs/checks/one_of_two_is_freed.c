/* A pointer to one of two allocated objects: the other one may be freed twice, which ends the run. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q); // memory-leak=holds
  if (p == 0 || q == 0)
    return 0;
  *p = 1; // pointer=holds
  int *r = __VERIFIER_nondet_int() ? p : q;
  *r = 2; // pointer=holds
  free(r); // pointer=holds
  free(p); // pointer=fails
  return 0;
}
