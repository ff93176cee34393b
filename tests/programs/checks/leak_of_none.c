#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(N * sizeof(int)); // memory-leak=holds
  for (int i = 0; i < N; i++)
    p[i] = i;
  if (n > 3) {
    free(p); // pointer=holds
    return 1;
  }
  n = p[N - 1];
  free(p); // pointer=holds
  return n;
}
