// Memory accesses of library functions are checked at the call.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
char from[8], to[8], text[9];
int main(void) {
  int n = __VERIFIER_nondet_int();
  memset(text, 'a', 8); // bounds=holds
  if (n > 2 && n < 7)
    memcpy(to, from, n + 1); // bounds=holds
  if (n < 0)
    memset(to, 1, n); // bounds=fails
  strcpy(to, text); // bounds=fails
  return 0;
}
