// VERDICT: unsafe. One of each four cells is not set: every clause needs a column.
// UNWIND: 24
#include <assert.h>

#ifndef N
#define N 1000
#endif

int main(void) {
  int a[4 * N];

  for (int i = 0; i < 4 * N; i++)
    a[i] = 0;
  for (int i = 0; i < N; i++) {
    a[4 * i] = 1;
    a[4 * i + 1] = 1;
    a[4 * i + 2] = 1;
  }
  for (int i = 0; i < 4 * N; i++)
    assert(a[i] == 1);
  return 0;
}
