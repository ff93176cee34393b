// A line has as many words as it has beginnings of words.

#include <ctype.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

int count_words(const char *s) {
  int words = 0;
  while (*s) {
    while (*s && (*s == '-' || isspace((unsigned char)*s)))
      s++;
    if (!*s)
      break;
    words++;
    while (*s && *s != '-' && !isspace((unsigned char)*s))
      s++;
  }
  return words;
}

char line[N + 1];

int main(void) {
  int starts = 0;
  for (int i = 0; i < N; i++)
    line[i] = __VERIFIER_nondet_char();
  line[N] = '\0';
  for (int i = 0; line[i]; i++)
    if (!isspace((unsigned char)line[i]) && (i == 0 || isspace((unsigned char)line[i - 1])))
      starts++;
  __VERIFIER_assert(count_words(line) == starts);
  return 0;
}
