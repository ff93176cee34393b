// The encoded text has characters of the alphabet only.
// UNWIND: 30
// SIZES: 1 3

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static const char alphabet[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int in_alphabet(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}

size_t base64_encode(char *out, const unsigned char *in, size_t len) {
  char *p = out;
  for (; len >= 3; len -= 3, in += 3) {
    unsigned long v = (unsigned long)in[0] << 16 | in[1] << 8 | in[2];
    *p++ = alphabet[v >> 18 & 63];
    *p++ = alphabet[v >> 12 & 63];
    *p++ = alphabet[v >> 6 & 63];
    *p++ = alphabet[v & 63];
  }
  *p = '\0';
  return p - out;
}

unsigned char data[3 * N];
char text[4 * N + 1];

int main(void) {
  for (int i = 0; i < 3 * N; i++)
    data[i] = __VERIFIER_nondet_uchar();
  size_t n = base64_encode(text, data, sizeof data);
  __VERIFIER_assert(n == 4 * N);
  for (int i = 0; i < 4 * N; i++)
    __VERIFIER_assert(in_alphabet(text[i]));
  return 0;
}
