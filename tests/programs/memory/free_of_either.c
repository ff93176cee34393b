/* What is freed is no start of an object that was allocated, or is no more. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, *p = &x;
  if (__VERIFIER_nondet_int() > 5)
    p = malloc(sizeof *p);
  free(p); // pointer=fails
  return 0;
}
