/* Two structs with separate objects as members, set at one line; the assertion holds for all contents. */
// entry: compare
#include <assert.h>
#ifndef N
#define N 128
#endif
struct number { unsigned digit[N]; };
int compare(const struct number *a, const struct number *b) {
  assert(a && "the first number"); // assertion=holds
  assert(b); // assertion=holds
  int i = N;
  do {
    i -= 1; // overflow=holds
    if (a->digit[i] > b->digit[i]) // bounds=holds
      return 1;
    if (a->digit[i] < b->digit[i]) // bounds=holds
      return -1;
  } while (i != 0);
  return 0;
}
