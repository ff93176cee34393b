/* The array has n + 1 elements; the caller is responsible for n + 1 not overflowing. */
// entry: copy
#include <stddef.h>
void copy(char *to, const char *from, size_t n) {
  for (size_t i = 0; i <= n; i++)        // unsigned-overflow=holds
    to[i] = from[i];                     // bounds=holds
}
