// VERDICT: unsafe. Two equal largest elements: the second is not below the first.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

#define LOWEST (-2147483647 - 1)

int main(void) {
  int a[N];
  int first = LOWEST, second = LOWEST;

  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] > first) {
      second = first;
      first = a[i];
    } else if (a[i] > second) {
      second = a[i];
    }
  }
  assert(second < first || first == LOWEST);
  return 0;
}
