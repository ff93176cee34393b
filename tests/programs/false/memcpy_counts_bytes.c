// VERDICT: unsafe. memcpy is given the number of elements instead of bytes.
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  memcpy(b, a, N);
  for (int i = 0; i < N; i++)
    assert(b[i] == a[i]);
  return 0;
}
