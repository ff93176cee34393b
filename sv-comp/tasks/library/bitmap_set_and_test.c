// Bits of a map are set one by one.

#include <limits.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }

#ifndef N
#define N 100000
#endif

#define WORD 32
static uint32_t map[N / WORD + 1];

static void set_bit(unsigned i) { map[i / WORD] |= 1u << i % WORD; }
static int test_bit(unsigned i) { return map[i / WORD] >> i % WORD & 1; }

int main(void) {
  for (unsigned i = 0; i < N; i++)
    set_bit(i);
  for (unsigned i = 0; i < N; i++)
    __VERIFIER_assert(test_bit(i));
  return 0;
}
