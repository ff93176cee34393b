// Letters beyond ASCII as two bytes, and back.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

static unsigned char *put(unsigned char *p, uint32_t c) {
  *p++ = 0xC0 | c >> 6;
  *p++ = 0x80 | (c & 0x3F);
  return p;
}

static uint32_t get(const unsigned char *p) {
  return (uint32_t)(p[0] & 0x0F) << 6 | (p[1] & 0x3F);
}

uint32_t letters[N];
unsigned char bytes[2 * N];

int main(void) {
  for (size_t i = 0; i < N; i++)
    letters[i] = 0x80 + __VERIFIER_nondet_uint() % (0x800 - 0x80);
  unsigned char *end = bytes;
  for (size_t i = 0; i < N; i++)
    end = put(end, letters[i]);
  __VERIFIER_assert(end == bytes + 2 * N);
  for (size_t i = 0; i < N; i++)
    __VERIFIER_assert(get(bytes + 2 * i) == letters[i]);
  return 0;
}
