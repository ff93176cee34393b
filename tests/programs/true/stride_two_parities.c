// VERDICT: safe. One loop fills the even cells, another the odd ones.
#include <assert.h>

#ifndef N
#define N 100000
#endif

int main(void) {
  int a[N];

  for (int i = 0; i < N; i += 2)
    a[i] = 0;
  for (int i = 1; i < N; i += 2)
    a[i] = 1;
  for (int i = 0; i < N; i++)
    assert(a[i] == i % 2);
  return 0;
}
