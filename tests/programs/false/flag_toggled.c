// VERDICT: unsafe. The flag flips at every hit, two hits leave it as it was.
#include <stdbool.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  bool any = false;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] < 0)
      any = !any;
  for (int i = 0; i < N; i++)
    assert(any || a[i] >= 0);
  return 0;
}
