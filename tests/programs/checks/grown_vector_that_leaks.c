/* After a failed search the vector is not freed, whatever its size. */
#ifndef N
#define N 1000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *found = 0;
  for (int i = 0; i < N; i++) {
    int value = __VERIFIER_nondet_int();
    if (value < 0)
      return 1;
    found = realloc(found, (i + 1) * sizeof *found); // memory-leak=unsafe
    if (found == 0)
      return 1;
    found[i] = value; // bounds=safe
  }
  free(found);
  return 0;
}
