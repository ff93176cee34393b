#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(N * sizeof(int)); // memory-leak=fails
  p = malloc(N * sizeof(int)); // memory-leak=holds
  for (int i = 0; i < N; i++)
    p[i] = i;
  free(p); // pointer=holds
  return 0;
}
