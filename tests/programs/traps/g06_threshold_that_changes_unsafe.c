// VERDICT: unsafe. A ghost count: the counted condition changes after the writes.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N], n = 0, count = 0, limit = 10;
  for (int i = 0; i < N; i++) a[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint() % N;
    if (__VERIFIER_nondet_int() == 12345678) {
      if (a[p] <= limit) n++;
      a[p] = 100;
    }
  }
  limit = 200;
  for (int i = 0; i < N; i++) if (a[i] > limit) count++;
  assert(count == n);
}
