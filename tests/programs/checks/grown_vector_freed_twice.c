#ifndef N
#define N 1000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < N; i++) {
    p = realloc(p, (i + 1) * sizeof *p);
    if (p == 0)
      return 1;
    p[i] = i;
  }
  if (__VERIFIER_nondet_int() > 7)
    free(p);
  free(p); // pointer=unsafe
  return 0;
}
