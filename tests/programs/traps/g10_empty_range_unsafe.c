// VERDICT: unsafe. A ghost sum: the counter behind a loop whose range is empty is not the end of the range.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  int n = __VERIFIER_nondet_int() == 12345678 ? -1 : N - 1, i;
  unsigned a[N], sum = 0;
  for (i = 0; i < N; i++) a[i] = 0;
  for (i = 0; i < n; i++) sum += a[i];
  assert(i == n);
}
