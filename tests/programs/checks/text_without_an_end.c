/* The search does not see the reads of library functions; it finds the later write. */
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
