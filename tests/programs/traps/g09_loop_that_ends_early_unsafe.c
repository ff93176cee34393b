// VERDICT: unsafe. A ghost sum: a loop that may end early does not set all cells.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N], sum = 0, total = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int() == 5) break;
    a[i] = 1;
    total += 1;
  }
  for (int i = 0; i < N; i++) sum += a[i];
  assert(sum == total);
}
