/* One element more than n: that n + 1 might wrap is nothing of this function, but of what it is called with. */
// entry: copy
#include <stddef.h>
void copy(char *to, const char *from, size_t n) {
  for (size_t i = 0; i <= n; i++)        // unsigned-overflow=holds
    to[i] = from[i];                     // bounds=holds
}
