// The checksum of the internet fits into sixteen bits.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned short __VERIFIER_nondet_ushort(void);

#ifndef N
#define N 100000
#endif

uint32_t ones_sum(const uint16_t *words, size_t count) {
  uint32_t sum = 0;
  while (count > 0) {
    sum += *words++;
    if (sum >> 17)
      sum = (sum & 0xffff) + 1;
    count--;
  }
  return sum;
}

uint16_t packet[N];

int main(void) {
  for (int i = 0; i < N; i++)
    packet[i] = __VERIFIER_nondet_ushort();
  uint32_t sum = ones_sum(packet, N);
  __VERIFIER_assert(sum <= 0xffff);
  return 0;
}
