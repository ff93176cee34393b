// VERDICT: unsafe. A ghost sum: 1 and 1 is 1 as a truth value, and 1 less is 0 although a cell is set.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define N 1000
int main(void) {
  unsigned a[N], p = __VERIFIER_nondet_uint() % N, q = __VERIFIER_nondet_uint() % N;
  _Bool any = 0;
  for (int i = 0; i < N; i++) a[i] = 0;
  a[p] = 1;
  a[q] = 1;
  a[p] = 0;
  for (int i = 0; i < N; i++) any += a[i];
  assert(any == 0);
}
