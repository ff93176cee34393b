// VERDICT: safe. Five arrays, each copied from the one before.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N], b[N], c[N], d[N], e[N];
  int i;

  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    b[i] = a[i];
  for (i = 0; i < N; i++)
    c[i] = b[i];
  for (i = 0; i < N; i++)
    d[i] = c[i];
  for (i = 0; i < N; i++)
    e[i] = d[i];

  for (i = 0; i < N; i++)
    assert(e[i] == a[i]);
  return 0;
}
