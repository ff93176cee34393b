/* What a function of the library reads is not seen by the search, which finds the write behind it. */
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[8];
  for (int i = 0; i < 8; i++)
    s[i] = __VERIFIER_nondet_char();
  unsigned long n = strlen(s);           // bounds=fails
  s[n] = '.';                            // bounds=holds
  return 0;
}
