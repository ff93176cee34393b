// VERDICT: safe. A second variable moves by three with each element.
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];
  int value = 10;

  for (int i = 0; i < N; i++) {
    a[i] = value;
    value += 3;
  }
  for (int i = 0; i < N; i++)
    assert(a[i] == 10 + 3 * i);
  return 0;
}
