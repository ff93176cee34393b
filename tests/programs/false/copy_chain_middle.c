// VERDICT: unsafe. The second copy of the chain clears element 2.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N], b[N], c[N], d[N];
  int i;

  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    b[i] = a[i];
  for (i = 0; i < N; i++)
    c[i] = i == 2 ? 0 : b[i];
  for (i = 0; i < N; i++)
    d[i] = c[i];
  for (i = 0; i < N; i++)
    assert(d[i] == a[i]);
  return 0;
}
