// VERDICT: unsafe. For an odd size the last element is left out.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int n = __VERIFIER_nondet_int();

  if (n < 0 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i + 1 < n; i += 2) {
    a[i] = 1;
    a[i + 1] = 1;
  }
  for (int i = 0; i < n; i++)
    assert(a[i] == 1);
  return 0;
}
