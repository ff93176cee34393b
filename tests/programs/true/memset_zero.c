// VERDICT: safe. memset clears the whole array.
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  memset(a, 0, sizeof(a));
  for (int i = 0; i < N; i++)
    assert(a[i] == 0);
  return 0;
}
