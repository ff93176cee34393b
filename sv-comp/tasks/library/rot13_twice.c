// The simplest of all ciphers undoes itself.

#include <ctype.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char rot13(char c) {
  if (c >= 'a' && c <= 'z')
    return 'a' + (c - 'a' + 13) % 26;
  if (c >= 'A' && c <= 'Z')
    return 'A' + (c - 'A' + 13) % 26;
  return c;
}

void encode(char *s) {
  for (; *s; s++)
    *s = rot13(*s);
}

char message[N + 1], original[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    original[i] = message[i] = __VERIFIER_nondet_char();
  original[N] = message[N] = '\0';
  encode(message);
  encode(message);
  for (int i = 0; original[i]; i++)
    __VERIFIER_assert(message[i] == original[i]);
  return 0;
}
