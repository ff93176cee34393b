// VERDICT: unsafe. A ghost sum: the end of the range changes between the writes and the loop.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  if (n < 2 || n > N) return 0;
  unsigned *a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (unsigned i = 0; i < n; i++) a[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned p = __VERIFIER_nondet_uint() % n, q = __VERIFIER_nondet_uint() % n;
    a[p] -= 1;
    a[q] += 1;
  }
  n = n - 1;
  for (unsigned i = 0; i < n; i++) sum += a[i];
  assert(sum == 0);
}
