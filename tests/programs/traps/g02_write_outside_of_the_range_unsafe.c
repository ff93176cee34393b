// VERDICT: unsafe. A ghost sum: one of the cells is not in the range that is added up.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N], sum = 0;
  a[0] = 0;
  for (int i = 1; i < N; i++) a[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint() % N, q = __VERIFIER_nondet_uint() % N;
    a[p] -= 1;
    a[q] += 1;
  }
  for (int i = 1; i < N; i++) sum += a[i];
  assert(sum == 0);
}
