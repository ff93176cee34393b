#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), y = 1, *p = &y;
  if (n > 3) {
    int x = n;
    p = &x; // assertion=unsafe
  }
  *p = 2;
  return 0;
}
