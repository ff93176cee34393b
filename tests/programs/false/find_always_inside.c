// VERDICT: unsafe. The key need not occur; then the search ends at N.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int key = __VERIFIER_nondet_int();
  int i = 0;

  for (int j = 0; j < N; j++)
    a[j] = __VERIFIER_nondet_int();
  while (i < N && a[i] != key)
    i++;
  assert(i < N);
  return 0;
}
