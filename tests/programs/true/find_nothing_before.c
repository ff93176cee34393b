// VERDICT: safe. No element in front of the first hit equals the key.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int key = __VERIFIER_nondet_int();
  int i = 0, j;

  for (j = 0; j < N; j++)
    a[j] = __VERIFIER_nondet_int();
  while (i < N && a[i] != key)
    i++;
  for (j = 0; j < i; j++)
    assert(a[j] != key);
  return 0;
}
