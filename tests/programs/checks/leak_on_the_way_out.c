#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(N * sizeof(int)); // memory-leak=fails
  int *q = malloc(N * sizeof(int)); // memory-leak=holds
  for (int i = 0; i < N; i++)
    p[i] = q[i] = i;
  free(q);
  if (n > 3)
    return 1;
  free(p);
  return 0;
}
