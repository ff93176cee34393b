// VERDICT: unsafe. A ghost sum: a loop that sets a cell in each iteration changes the one in front of it as well.
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
    a[i] = 1;
    total += 1;
    if (i > 0) a[i - 1] = __VERIFIER_nondet_uint();
  }
  for (int i = 0; i < N; i++) sum += a[i];
  assert(sum == total);
}
