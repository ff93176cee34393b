#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, *p, *q;
  if (n > 3)
    p = &x;
  q = p;
  *q = 2; // pointer=unsafe
  return 0;
}
