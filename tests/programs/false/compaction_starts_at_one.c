// VERDICT: unsafe. The index moves before the store, so cell 0 keeps its old value.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N], b[N + 1];
  int kept = 0;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i <= N; i++)
    b[i] = 0;
  for (int i = 0; i < N; i++)
    if (a[i] > 0)
      b[++kept] = a[i];
  for (int i = 0; i < kept; i++)
    assert(b[i] > 0);
  return 0;
}
