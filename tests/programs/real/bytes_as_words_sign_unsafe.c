/* run: ; the word is negative: 255, 255 */
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  uint8_t b[2];
  b[0] = __VERIFIER_nondet_uchar();
  b[1] = __VERIFIER_nondet_uchar();
  assert(*(int16_t *)b >= 0);
}
