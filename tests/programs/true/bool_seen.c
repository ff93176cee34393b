// VERDICT: safe. A flag per element says whether it is in range.
#include <stdbool.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  bool valid[N];
  bool all = true;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    valid[i] = a[i] >= 0 && a[i] < 100;
    all = all && valid[i];
  }
  for (int i = 0; i < N; i++)
    assert(!all || (a[i] >= 0 && a[i] < 100));
  return 0;
}
