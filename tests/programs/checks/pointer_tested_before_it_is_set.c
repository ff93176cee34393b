#ifndef N
#define N 100000
#endif
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, seen = 0, *p;
  for (int i = 0; i < N; i++)
    x += i & 1;
  if (n > 3) {
    p = &x;
    *p = 2;
  }
  if (p) // what it holds elsewhere may be null
    seen = 1;
  assert(seen); // assertion=unsafe
  return 0;
}
