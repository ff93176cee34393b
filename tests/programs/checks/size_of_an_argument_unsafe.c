/* One element more than n is given, and the one behind is written. */
// entry: copy
#include <stddef.h>
void copy(char *to, const char *from, size_t n) {
  for (size_t i = 0; i <= n; i++)
    to[i] = from[i];                     // bounds=holds
  to[n + 1] = 0;                         // bounds=fails
}
