#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *inside(void) {
  int x = 3;
  return &x;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), *p = &n;
  if (n > 3)
    p = inside(); // assertion=unsafe
  return *p;
}
