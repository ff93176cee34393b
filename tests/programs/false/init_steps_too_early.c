// VERDICT: unsafe. The value moves before it is stored, so every element is one step ahead.
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int value = 10;

  for (int i = 0; i < N; i++) {
    value += 3;
    a[i] = value;
  }
  for (int i = 0; i < N; i++)
    assert(a[i] == 10 + 3 * i);
  return 0;
}
