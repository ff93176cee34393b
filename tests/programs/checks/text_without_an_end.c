/* What a function of the library reads is not seen by the search, which finds the write behind it. */
// entry: cut
#include <string.h>
void cut(char *s) {
  unsigned long n = strlen(s);           // bounds=fails
  s[n] = '.';                            // bounds=holds
}
