/* A block that a function frees before a `return` is freed at that call only. */
#ifndef N
#define N 1000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int set(int *p, int n) {
  if (n < 0) {
    free(p); // pointer=holds
    return -1;
  }
  p[0] = n;
  return 0;
}
int main(void) {
  int *p = malloc(N * sizeof(int)), known; // memory-leak=unsafe
  if (p == 0)
    return 1;
  if (__VERIFIER_nondet_int() == 3) {
    free(p); // pointer=holds
    return 0;
  }
  known = set(p, __VERIFIER_nondet_int());
  p[N - 1] = known; // pointer=fails
  return 0;
}
