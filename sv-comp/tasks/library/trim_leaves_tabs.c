// White space at the end of a line is cut off.

#include <ctype.h>
#include <string.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *rtrim(char *s) {
  char *end = s + strlen(s);
  while (end > s && end[-1] == ' ')
    end--;
  *end = '\0';
  return s;
}

char line[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    line[i] = __VERIFIER_nondet_char();
  line[N] = '\0';
  rtrim(line);
  size_t n = strlen(line);
  if (n > 0)
    __VERIFIER_assert(!isspace((unsigned char)line[n - 1]));
  return 0;
}
