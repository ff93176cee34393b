/* An access far beside its object follows a pointer that is there. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (p == 0)
    return 1;
  p[__VERIFIER_nondet_int() == 7 ? 2000000000 : 0] = 1; // bounds=unsafe
  free(p);
  return 0;
}
