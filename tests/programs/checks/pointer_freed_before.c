#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N)
    return 0;
  int *p = malloc(n * sizeof(int)); // memory-leak=fails
  for (int i = 0; i < n; i++)
    p[i] = i;
  if (n > 2)
    free(p); // pointer=holds
  return p[0]; // pointer=fails
}
