// A block is moved within its own array.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

void *my_memmove(void *dest, const void *src, size_t n) {
  char *d = dest;
  const char *s = src;
  if (d == s)
    return d;
  if (d > s) {
    for (; n; n--)
      *d++ = *s++;
  } else {
    while (n) {
      n--;
      d[n] = s[n];
    }
  }
  return dest;
}

char buffer[N + 1], before[N + 1];

int main(void) {
  for (int i = 0; i <= N; i++)
    before[i] = buffer[i] = __VERIFIER_nondet_char();
  my_memmove(buffer + 1, buffer, N);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(buffer[i + 1] == before[i]);
  return 0;
}
