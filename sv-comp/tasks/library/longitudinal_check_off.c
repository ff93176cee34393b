// A block whose last byte makes the sum zero.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static uint8_t sum_of(const uint8_t *p, size_t n) {
  uint8_t sum = 0;
  for (const uint8_t *end = p + n; p < end; p++)
    sum += *p;
  return sum;
}

uint8_t block[N + 1];

int main(void) {
  for (size_t i = 0; i < N; i++)
    block[i] = __VERIFIER_nondet_uchar();
  block[N] = ~sum_of(block, N);
  __VERIFIER_assert(sum_of(block, N + 1) == 0);
  return 0;
}
