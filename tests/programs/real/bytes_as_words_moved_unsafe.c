/* run: ; a pointer to words moves by two bytes: 3 */
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { uint8_t b[4] = {1, 0, 3, 0}; uint16_t *q = (uint16_t *)b; q++; uint8_t *p = (uint8_t *)q; assert(*p == 0); }
