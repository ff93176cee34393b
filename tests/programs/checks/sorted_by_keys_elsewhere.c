/* The sorted elements are indices of keys: one of them has no key. */
#include <stdlib.h>
static int places[1000], keys[1000];
static int by_key(const void *left, const void *right) {
  int one = *(const int *)left, two = *(const int *)right;
  return keys[one] < keys[two] ? -1 : keys[one] > keys[two]; // bounds=fails
}
int main(void) {
  for (int i = 0; i < 1000; i++)
    places[i] = i + 1;
  qsort(places, 1000, sizeof places[0], by_key);
  return 0;
}
