/* A difference that wraps is no order: what is sorted by it may be in another one. */
#include <assert.h>
#include <stdlib.h>
static int a[1000];
static int upwards(const void *p, const void *q) { return (int)(*(const unsigned *)p - *(const unsigned *)q); }
int main(void) {
  for (int i = 0; i < 1000; i++)
    a[i] = i == 0 ? -2147483647 - 1 : i;
  qsort(a, 1000, sizeof a[0], upwards);
  for (int i = 1; i < 1000; i++)
    assert(a[i - 1] <= a[i]); // assertion=fails
  return 0;
}
