// VERDICT: unsafe. The fact holds at the loop in front; a run that skips this loop need not have it.
#include <assert.h>

#ifndef N
#define N 1000
#endif

extern int __VERIFIER_nondet_int(void);

int a[N], b[N];

int main(void) {
  int counting = __VERIFIER_nondet_int(), zeros = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  if (counting) {
    zeros = 0;
    for (int i = 0; i < N; i++)
      if (a[i] == 0)
        zeros = zeros + 1;
  }
  for (int i = 0; i < N; i++)
    b[i] = zeros;
  for (int i = 0; i < N; i++)
    assert(b[i] >= 0);
  return 0;
}
