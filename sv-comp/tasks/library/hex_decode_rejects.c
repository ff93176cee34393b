// A text is read as hexadecimal digits up to the first other character.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

static int hex_value(int c) {
  switch (c) {
  case '0': case '1': case '2': case '3': case '4':
  case '5': case '6': case '7': case '8': case '9':
    return c - '0';
  case 'a': case 'b': case 'c': case 'd': case 'e': case 'f':
    return c - 'a' + 10;
  default:
    return -1;
  }
}

size_t from_hex(uint8_t *out, const char *in, size_t n) {
  size_t i;
  for (i = 0; i < n; i++) {
    int v = hex_value(in[i]);
    if (v < 0)
      break;
    out[i] = (uint8_t)v;
  }
  return i;
}

char text[N];
uint8_t nibbles[N];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_char();
  size_t n = from_hex(nibbles, text, N);
  __VERIFIER_assert(n <= N);
  for (size_t i = 0; i < n; i++)
    __VERIFIER_assert(nibbles[i] < 16 && "0123456789abcdef"[nibbles[i]] == text[i]);
  return 0;
}
