// Both sums of Adler's checksum stay below the modulus.
// UNWIND: 30
// SIZES: 1 2 24

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

#define MOD_ADLER 65521

uint32_t adler32(const unsigned char *data, size_t len) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < len; ++i) {
    a = (a + data[i]) % MOD_ADLER;
    b = (b + a) % MOD_ADLER;
  }
  __VERIFIER_assert(a < MOD_ADLER && b < MOD_ADLER);
  return (b << 16) | a;
}

unsigned char message[N];

int main(void) {
  for (int i = 0; i < N; i++)
    message[i] = __VERIFIER_nondet_uchar();
  uint32_t sum = adler32(message, N);
  (void)sum;
  return 0;
}
