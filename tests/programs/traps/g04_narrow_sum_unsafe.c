// VERDICT: unsafe. A ghost sum: a step through a type of fewer bits is no addition modulo those of the sum.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N], sum = 0, total = 0;
  for (int i = 0; i < N; i++) a[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint() % N;
    a[p] += 100;
    total += 100;
  }
  for (int i = 0; i < N; i++) sum = (unsigned char)(sum + a[i]);
  assert(sum == total);
}
