// How many digits a text begins with.

#include <stddef.h>
#include <ctype.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

size_t span_digits(const char *s) {
  const char *a = s;
  while (*s >= '0' && *s < '9')
    s++;
  return s - a;
}

char input[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    input[i] = __VERIFIER_nondet_char();
  input[N] = '\0';
  size_t n = span_digits(input);
  for (size_t i = 0; i < n; i++)
    __VERIFIER_assert(input[i] >= '0' && input[i] <= '9');
  __VERIFIER_assert(!(input[n] >= '0' && input[n] <= '9'));
  return 0;
}
