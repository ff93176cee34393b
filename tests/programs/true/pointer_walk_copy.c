// VERDICT: safe. Two pointers walk side by side.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int *from = a, *to = b;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    *to++ = *from++;
  for (int i = 0; i < N; i++)
    assert(b[i] == a[i]);
  return 0;
}
