// VERDICT: unsafe. A ghost sum: the amount added to one cell differs from the amount taken from another.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N], sum = 0;
  for (int i = 0; i < N; i++) a[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint() % N, q = __VERIFIER_nondet_uint() % N;
    a[p] -= 1;
    a[q] += p == q ? 2 : 1;
  }
  for (int i = 0; i < N; i++) sum += a[i];
  assert(sum == 0);
}
