// VERDICT: unsafe. Only the first part of the assertion holds; each part needs a proof of its own.
#include <assert.h>

#ifndef N
#define N 1000
#endif

extern int __VERIFIER_nondet_int(void);

int a[N];

int main(void) {
  int sum = 0, again = 0;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0 || a[i] > 3)
      return 0;
  }
  for (int i = 0; i < N; i++)
    sum += a[i];
  for (int i = 0; i < N; i++)
    again += a[i];
  assert(sum == again && again <= 2 * N);
  return 0;
}
