// Numbers are stored in the order of the network.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

static void store32(unsigned char *p, uint32_t v) {
  p[0] = v >> 24;
  p[1] = v >> 16;
  p[2] = v >> 8;
  p[3] = v;
}

static uint32_t load32(const unsigned char *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

uint32_t words[N];
unsigned char wire[4 * N];

int main(void) {
  for (size_t i = 0; i < N; i++)
    words[i] = __VERIFIER_nondet_uint();
  unsigned char *p = wire;
  for (size_t i = 0; i < N; i++, p += 4)
    store32(p, words[i]);
  for (size_t i = 0; i < N; i++)
    __VERIFIER_assert(load32(wire + 4 * i) == words[i]);
  return 0;
}
