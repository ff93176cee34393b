// A cyclic code, bit by bit and by half bytes.
// UNWIND: 20
// SIZES: 1 3

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static uint8_t by_bits(uint8_t crc, uint8_t byte) {
  crc ^= byte;
  for (int k = 0; k < 8; k++)
    crc = crc & 0x80 ? (uint8_t)(crc << 1) ^ 0x07 : crc << 1;
  return crc;
}

static const uint8_t nibble[16] = {0x00, 0x07, 0x0e, 0x09, 0x1c, 0x1b, 0x12, 0x15,
                                   0x38, 0x3f, 0x36, 0x31, 0x24, 0x23, 0x2a, 0x2f};

static uint8_t by_nibbles(uint8_t crc, uint8_t byte) {
  crc ^= byte;
  crc = (uint8_t)(crc << 4) ^ nibble[crc >> 4];
  crc = (uint8_t)(crc << 4) ^ nibble[crc >> 4];
  return crc;
}

uint8_t frame[N];

int main(void) {
  uint8_t one = 0, two = 0;
  for (size_t i = 0; i < N; i++) {
    frame[i] = __VERIFIER_nondet_uchar();
    one = by_bits(one, frame[i]);
    two = by_nibbles(two, frame[i]);
  }
  __VERIFIER_assert(one == two);
  return 0;
}
