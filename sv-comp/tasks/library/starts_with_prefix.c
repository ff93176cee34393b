// A text begins with another one.

#include <stdbool.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

bool starts_with(const char *s, const char *prefix) {
  while (*prefix)
    if (*s++ != *prefix++)
      return false;
  return true;
}

char text[N + 1], prefix[N + 1];

int main(void) {
  for (int i = 0; i < N; i++) {
    text[i] = __VERIFIER_nondet_char();
    prefix[i] = __VERIFIER_nondet_char();
  }
  text[N] = prefix[N] = 0;
  if (starts_with(text, prefix))
    for (int i = 0; prefix[i]; i++)
      __VERIFIER_assert(text[i] == prefix[i]);
  return 0;
}
