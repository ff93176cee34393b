// The length of a text by the distance of two pointers.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

size_t my_strlen(const char *s) {
  const char *p;
  for (p = s; *p; p++)
    ;
  return p - s;
}

char text[N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  text[N] = 0;
  size_t n = my_strlen(text);
  __VERIFIER_assert(n <= N);
  __VERIFIER_assert(text[n] == 0);
  for (size_t i = 0; i < n; i++)
    __VERIFIER_assert(text[i] != 0);
  return 0;
}
