// VERDICT: unsafe. A ghost sum: the index is read from the cell that is written.
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
  if (__VERIFIER_nondet_int() == 12345678) a[a[0]] = 1;
  for (int i = 0; i < N; i++) sum += a[i];
  assert(sum == 0);
}
