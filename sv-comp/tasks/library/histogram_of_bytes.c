// The counts of all bytes sum up to their number.
// UNWIND: 260
// SIZES: 1 3

#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static unsigned count[256];

uint8_t data[N];

int main(void) {
  for (int i = 0; i < N; i++)
    data[i] = __VERIFIER_nondet_uchar();
  for (const uint8_t *p = data; p != data + N; ++p)
    count[*p]++;
  unsigned total = 0;
  for (int value = 0; value < 256; value++)
    total += count[value];
  __VERIFIER_assert(total == N);
  return 0;
}
