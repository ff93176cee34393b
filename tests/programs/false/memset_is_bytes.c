// VERDICT: unsafe. memset writes bytes: the elements become 0x01010101.
#include <string.h>
#include <assert.h>

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  memset(a, 1, sizeof(a));
  for (int i = 0; i < N; i++)
    assert(a[i] == 1);
  return 0;
}
