// VERDICT: unsafe. The descending loop leaves out index 0.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = N - 1; i > 0; i--)
    a[i] = 0;
  for (int i = 0; i < N; i++)
    assert(a[i] == 0);
  return 0;
}
