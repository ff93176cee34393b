// VERDICT: safe. The idiom `for (i = N; i-- > 0;)`.
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  unsigned int a[N];

  for (unsigned int i = N; i-- > 0;)
    a[i] = i;
  for (unsigned int i = 0; i < N; i++)
    assert(a[i] == i);
  return 0;
}
