// The length of a text: the first zero is there.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

static size_t length_of(const char *s) {
  size_t n = 0;
  while (s[n] != '\0')
    n++;
  return n;
}

char text[N + 1];

int main(void) {
  for (size_t i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = '\0';
  size_t n = length_of(text);
  __VERIFIER_assert(n <= N && text[n] == '\0');
  for (size_t i = 0; i < n; i++)
    __VERIFIER_assert(text[i] != '\0');
  return 0;
}
