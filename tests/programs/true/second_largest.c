// VERDICT: safe. Every element is the largest one or not above the second.
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
  for (int i = 0; i < N; i++)
    assert(a[i] == first || a[i] <= second);
  return 0;
}
