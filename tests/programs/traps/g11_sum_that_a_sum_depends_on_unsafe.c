// VERDICT: unsafe. A ghost sum: the summed expression depends on a scalar that another sum sets.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N], b[N], limit = 0, n = 0, count = 0;
  for (int i = 0; i < N; i++) a[i] = 0;
  for (int i = 0; i < N; i++) b[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint() % N, v = 1 + __VERIFIER_nondet_uint() % 100;
    if (a[p] == 0) n++;
    a[p] = v;
    b[p] = v;
  }
  for (int i = 0; i < N; i++) limit += b[i];
  for (int i = 0; i < N; i++) if (a[i] > limit) count++;
  assert(count == n);
}
