// A text has no more characters than bytes.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

size_t utf8_length(const char *s) {
  size_t n = 0;
  while (*s) {
    if ((*s & 0xE0) != 0x80)
      n++;
    s++;
  }
  return n;
}

char text[N + 1];

int main(void) {
  size_t continuations = 0, bytes = 0;
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  for (; text[bytes]; bytes++)
    if ((unsigned char)text[bytes] >> 6 == 2)
      continuations++;
  __VERIFIER_assert(utf8_length(text) + continuations == bytes);
  return 0;
}
