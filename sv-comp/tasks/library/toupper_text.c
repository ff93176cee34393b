// A text in capitals has no small letters.

#include <ctype.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

void to_upper(char *s) {
  for (; *s; s++)
    *s = toupper((unsigned char)*s);
}

char text[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  to_upper(text);
  for (char *p = text; *p; p++)
    __VERIFIER_assert(!(*p >= 'a' && *p <= 'z'));
  return 0;
}
