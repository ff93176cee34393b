// VERDICT: unsafe. The counter of a search comes to the bound itself if nothing is found.
#include <assert.h>

#ifndef N
#define N 1000
#endif

extern int __VERIFIER_nondet_int(void);

int a[N], b[N];

int main(void) {
  int first = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  while (first < N && a[first] != 0)
    first++;
  for (int i = 0; i < N; i++)
    b[i] = first;
  for (int i = 0; i < N; i++)
    assert(b[i] < N);
  return 0;
}
