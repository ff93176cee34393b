// The first occurrence of a character, or none.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

const char *find_char(const char *s, char c) {
  for (; *s != c; s++)
    if (*s == '\0')
      return NULL;
  return s;
}

char text[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  char wanted = __VERIFIER_nondet_char();
  const char *found = find_char(text, wanted);
  if (found != NULL) {
    __VERIFIER_assert(*found == wanted);
    for (const char *p = text; p < found; p++)
      __VERIFIER_assert(*p != wanted);
  } else {
    for (int i = 0; text[i] != '\0'; i++)
      __VERIFIER_assert(text[i] != wanted);
  }
  return 0;
}
