// The bounded copy of a text always ends it.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

size_t my_strlcpy(char *dst, const char *src, size_t size) {
  size_t n = 0;
  if (size > 0) {
    while (n < size - 1 && src[n] != '\0' && src[n] != '\n') {
      dst[n] = src[n];
      n++;
    }
    dst[n] = '\0';
  }
  while (src[n] != '\0')
    n++;
  return n;
}

char source[N + 1], target[N];

int main(void) {
  for (size_t i = 0; i < N; i++) {
    source[i] = __VERIFIER_nondet_char();
    target[i] = '#';
  }
  source[N] = '\0';
  size_t n = my_strlcpy(target, source, N);
  __VERIFIER_assert(source[n] == '\0');
  size_t kept = n < N ? n : N - 1;
  __VERIFIER_assert(target[kept] == '\0');
  for (size_t i = 0; i < kept; i++)
    __VERIFIER_assert(target[i] == source[i]);
  return 0;
}
