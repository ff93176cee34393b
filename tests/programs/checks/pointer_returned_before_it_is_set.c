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
  if (n > 3)
    p = &x;
  return p; // what it holds elsewhere may be null
}
int main(void) {
  int sum = 0, seen = 0;
  for (int i = 0; i < N; i++)
    sum += i & 1;
  int n = __VERIFIER_nondet_int(), *q = found(n);
  if (q || n < 0)
    seen = 1;
  assert(seen); // assertion=unsafe
  return 0;
}
