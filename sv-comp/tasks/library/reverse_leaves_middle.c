// A text is reversed in place.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

void reverse(char *s, size_t n) {
  char *e = s + n;
  while (e - s > 2) {
    char c = *s;
    *s++ = *--e;
    *e = c;
  }
}

char word[N], saved[N];

int main(void) {
  for (size_t i = 0; i < N; i++) {
    word[i] = __VERIFIER_nondet_char();
    saved[i] = word[i];
  }
  reverse(word, N);
  for (size_t i = 0; i < N; i++)
    __VERIFIER_assert(word[i] == saved[N - 1 - i]);
  return 0;
}
