// VERDICT: unsafe. One mask has three bits: a byte with the fourth one set comes back without it.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifndef N
#define N 100000
#endif

unsigned char a[N], swapped[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N; i++) swapped[i] = a[i] << 4 | a[i] >> 4;
  for (int i = 0; i < N; i++) b[i] = (swapped[i] & 0x07) << 4 | (swapped[i] & 0xf0) >> 4;
  for (int i = 0; i < N; i++) assert(b[i] == a[i]);
  return 0;
}
