// Encoded addresses are at most three times as long.

#include <ctype.h>
#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

size_t url_encode(char *dst, const char *src) {
  static const char hex[] = "0123456789ABCDEF";
  char *d = dst;
  for (; *src; src++) {
    unsigned char c = *src;
    if (isalnum(c)) {
      *d++ = c;
    } else {
      *d++ = '%';
      *d++ = hex[c >> 4];
      *d++ = hex[c & 15];
    }
  }
  *d = '\0';
  return d - dst;
}

char source[N + 1], target[3 * N + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    source[i] = __VERIFIER_nondet_char();
  source[N] = '\0';
  size_t n = url_encode(target, source);
  __VERIFIER_assert(n <= 3 * N);
  for (size_t i = 0; i < n; i++)
    __VERIFIER_assert(target[i] == '%' || isalnum((unsigned char)target[i]));
  return 0;
}
