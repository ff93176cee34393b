/* A comparison that reads one of two elements only is no order, so the result is in no order. */
#include <assert.h>
#include <stdlib.h>
static int a[1000];
static int upwards(const void *p, const void *q) { return *(const int *)p < 50 ? -1 : 1; }
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = 1000 - i;
  qsort(a, 1000, sizeof a[0], upwards);
  for (int i = 1; i < 1000; i++)
    assert(a[i - 1] < 50); // assertion=fails
  return 0;
}
