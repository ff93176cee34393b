#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int a[N];
int main(void) {
  int n = __VERIFIER_nondet_int(), *p = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
  if (n > 3)
    p = a + 3;
  if (p)
    *p = 1; // pointer=holds
  *p = 2; // pointer=fails
  return 0;
}
