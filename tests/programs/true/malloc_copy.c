// VERDICT: safe. Both arrays come from malloc.
#include <stdlib.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int main(void) {
  int *a = malloc(N * sizeof(int));
  int *b = malloc(N * sizeof(int));

  if (!a || !b)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    b[i] = a[i];
  for (int i = 0; i < N; i++)
    assert(a[i] == b[i]);
  free(a);
  free(b);
  return 0;
}
