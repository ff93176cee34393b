// Bytes are written in hexadecimal digits and read again.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static const char digits[] = "0123456789abcdef";

static int value_of(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c < 'f')
    return c - 'a' + 10;
  return -1;
}

void to_hex(char *out, const uint8_t *in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    out[2 * i] = digits[in[i] >> 4];
    out[2 * i + 1] = digits[in[i] & 15];
  }
  out[2 * n] = '\0';
}

uint8_t bytes[N];
char text[2 * N + 1];

int main(void) {
  for (size_t i = 0; i < N; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  to_hex(text, bytes, N);
  for (size_t i = 0; i < N; i++) {
    int high = value_of(text[2 * i]), low = value_of(text[2 * i + 1]);
    __VERIFIER_assert(high >= 0 && low >= 0);
    __VERIFIER_assert(high * 16 + low == bytes[i]);
  }
  return 0;
}
