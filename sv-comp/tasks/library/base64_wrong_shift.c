// Groups of three bytes become four sextets and bytes again.
// UNWIND: 30

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static void encode_group(uint8_t *out, const uint8_t *in) {
  out[0] = in[0] >> 2;
  out[1] = (in[0] & 3) << 4 | in[1] >> 4;
  out[2] = (in[1] & 7) << 2 | in[2] >> 6;
  out[3] = in[2] & 63;
}

static void decode_group(uint8_t *out, const uint8_t *in) {
  out[0] = in[0] << 2 | in[1] >> 4;
  out[1] = in[1] << 4 | in[2] >> 2;
  out[2] = in[2] << 6 | in[3];
}

uint8_t data[3 * N], sextets[4 * N], back[3 * N];

int main(void) {
  for (size_t i = 0; i < 3 * N; i++)
    data[i] = __VERIFIER_nondet_uchar();
  for (size_t g = 0; g < N; g++)
    encode_group(sextets + 4 * g, data + 3 * g);
  for (size_t g = 0; g < N; g++)
    decode_group(&back[3 * g], &sextets[4 * g]);
  for (size_t i = 0; i < N; i++) {
    __VERIFIER_assert(back[3 * i] == data[3 * i]);
    __VERIFIER_assert(back[3 * i + 1] == data[3 * i + 1]);
    __VERIFIER_assert(back[3 * i + 2] == data[3 * i + 2]);
  }
  return 0;
}
