/* run: ; the second byte of the word is set as well */
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { uint8_t b[4] = {1, 2, 3, 4}; *(uint16_t *)(b + 1) = 7; assert(b[2] == 3); }
