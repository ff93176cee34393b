// VERDICT: unsafe. A ghost sum: a truth value is no number modulo a power of 2.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N]; _Bool any = 0;
  for (int i = 0; i < N; i++) a[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint() % N, q = __VERIFIER_nondet_uint() % N;
    a[p] -= 1;
    a[q] += 1;
  }
  for (int i = 0; i < N; i++) any += a[i];
  assert(any == 0);
}
