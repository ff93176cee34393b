#ifndef N
#define N 100000
#endif
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int x;
static int *found(int n) {
  int *p;
  if (n < 0)
    return 0;
  p = &x;
  *p = 2; // pointer=holds
  return p;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += i & 1;
  int n = __VERIFIER_nondet_int(), *q = found(n);
  if (q)
    assert(*q == 2); // assertion=holds pointer=holds
  return 0;
}
