// VERDICT: unsafe. A ghost sum: what is added to one cell is not what is taken from another.
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
