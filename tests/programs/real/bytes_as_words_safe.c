/* run: ; bytes read, written and copied as wider numbers, the lowest one first */
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
uint8_t b[16];
int main(void) {
  for (int k = 0; k < 16; k++) b[k] = __VERIFIER_nondet_uchar();
  uint16_t *q = (uint16_t *)b;
  uint32_t w;
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 8) return 0;
  assert(q[i] == b[2 * i] + 256 * b[2 * i + 1]);
  memcpy(&w, b + 4, 4);
  assert(w == (b[4] | b[5] << 8 | b[6] << 16 | (uint32_t)b[7] << 24));
  q[1] = 0x1234;
  q += 2;
  *q = 0xABCD;
  assert(b[2] == 0x34 && b[3] == 0x12 && b[4] == 0xCD && b[5] == 0xAB);
  w = 0x01020304;
  memcpy(b + 1, &w, sizeof w);
  assert(b[1] == 4 && b[4] == 1);
}
