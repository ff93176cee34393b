// A text of three characters is found in a longer one.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *find_three(const char *haystack, const char *needle) {
  for (; haystack[0] && haystack[1] && haystack[2]; haystack++)
    if (haystack[0] == needle[0] && haystack[1] == needle[1])
      return (char *)haystack;
  return NULL;
}

char text[N + 1];

int main(void) {
  char needle[3];
  for (int i = 0; i < 3; i++)
    needle[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  char *p = find_three(text, needle);
  if (p)
    __VERIFIER_assert(p[0] == needle[0] && p[1] == needle[1] && p[2] == needle[2]);
  return 0;
}
