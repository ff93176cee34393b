// The bits of a map are counted word by word.

#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

static unsigned population(uint32_t x) {
  x = x - (x >> 1 & 0x55555555);
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f070f;
  return x * 0x01010101 >> 24;
}

uint32_t map[N];

int main(void) {
  unsigned long total = 0, expected = 0;
  for (int i = 0; i < N; i++)
    map[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < N; i++)
    total += population(map[i]);
  for (int i = 0; i < N; i++)
    expected += __builtin_popcount(map[i]);
  __VERIFIER_assert(total == expected && total <= 32ul * N);
  return 0;
}
