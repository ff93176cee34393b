// VERDICT: safe. Zeros are removed in place; the rest holds none.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int kept = 0;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] != 0)
      a[kept++] = a[i];
  for (int i = 0; i < kept; i++)
    assert(a[i] != 0);
  return 0;
}
