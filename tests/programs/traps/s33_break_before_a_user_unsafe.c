// VERDICT: unsafe. A break leaves the loop in front while its test still holds.
#include <assert.h>

#ifndef N
#define N 1000
#endif

extern int __VERIFIER_nondet_int(void);

int a[N], b[N];

int main(void) {
  int first;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (first = 0; first < N; first++)
    if (a[first] == 0)
      break;
  for (int i = 0; i < N; i++)
    b[i] = first;
  for (int i = 0; i < N; i++)
    assert(b[i] >= N);
  return 0;
}
