// VERDICT: unsafe. Short runs suggest that every cell is 0; a fact that is not proved is no assumption.
#include <assert.h>

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i == 77777;
  for (int i = 0; i < N; i++)
    assert(a[i] == 0);
  return 0;
}
