// A text is appended to another one.

#include <string.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

char *append(char *dest, const char *src) {
  char *d = dest;
  while (*d != '\0')
    d++;
  while (*src != '\0')
    *d++ = *src++;
  dest[0] = '\0';
  return dest;
}

char first[2 * N + 1], second[N + 1], saved[N + 1];

int main(void) {
  size_t i;
  for (i = 0; i < 2 * N; i++)
    first[i] = 'x';
  for (i = 0; i < N; i++) {
    first[i] = __VERIFIER_nondet_char();
    second[i] = __VERIFIER_nondet_char();
    saved[i] = first[i];
  }
  first[N] = second[N] = saved[N] = '\0';
  append(first, second);
  for (i = 0; saved[i] != '\0'; i++)
    __VERIFIER_assert(first[i] == saved[i]);
  return 0;
}
