// Fletcher's checksum with the remainder put off.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

uint16_t fletcher16(const uint8_t *data, size_t count) {
  uint16_t sum1 = 0, sum2 = 0;
  while (count--) {
    sum1 = sum1 + *data++;
    sum1 = (sum1 & 0xff) + (sum1 >> 8);
    sum2 = sum2 + sum1;
    sum2 = (sum2 & 0xff) + (sum2 >> 8);
  }
  __VERIFIER_assert(sum1 <= 255 && sum2 <= 255);
  return (sum2 << 8) | sum1;
}

uint8_t frame[N];

int main(void) {
  for (int i = 0; i < N; i++)
    frame[i] = __VERIFIER_nondet_uchar();
  uint16_t sum = fletcher16(frame, sizeof frame);
  (void)sum;
  return 0;
}
