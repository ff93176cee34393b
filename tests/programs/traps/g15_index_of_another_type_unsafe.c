// VERDICT: unsafe. A ghost sum: `i - 5 < 0` holds of a counter 2, but not of the unsigned index 2 of a write.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  unsigned sum = 0, p = __VERIFIER_nondet_uint();
  for (int i = 0; i < N; i++) a[i] = 0;
  if (p >= N) abort();
  a[p] = 1;
  for (int i = 0; i < N; i++) sum += i - 5 < 0 ? a[i] : 0;
  assert(sum == 0);
}
