// VERDICT: unsafe. A ghost sum: the end of the range changes after a cell was written, when the sum is no longer 0.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
unsigned a[N];
int main(void) {
  unsigned n = N, i, sum = 0;
  a[N - 1] = 7;
  n = __VERIFIER_nondet_uint();
  if (n == 0 || n > N) return 0;
  for (i = 0; i < n; i++) sum += a[i];
  assert(sum == 7);
}
