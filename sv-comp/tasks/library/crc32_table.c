// The table of the usual cyclic code holds one code per byte.
// UNWIND: 300
// SIZES: 1 2

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static uint32_t table[256];

static uint32_t code_of(uint32_t c) {
  for (int k = 0; k < 8; k++)
    c = c & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1;
  return c;
}

static void make_table(void) {
  for (uint32_t n = 0; n < 256; n++)
    table[n] = code_of(n);
}

uint32_t crc32(uint32_t crc, const unsigned char *buf, size_t len) {
  crc = ~crc;
  while (len--)
    crc = table[(crc ^ *buf++) & 0xff] ^ (crc >> 8);
  return ~crc;
}

unsigned char packet[N];

int main(void) {
  for (int i = 0; i < N; i++)
    packet[i] = __VERIFIER_nondet_uchar();
  make_table();
  uint32_t slow = ~0u;
  for (int i = 0; i < N; i++)
    slow = code_of(slow ^ packet[i]);
  __VERIFIER_assert(crc32(0, packet, N) == ~slow);
  return 0;
}
