#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(N * sizeof(int));
  for (int i = 0; i < N; i++)
    p[i] = i;
  p++;
  free(p); // pointer=fails
  return 0;
}
