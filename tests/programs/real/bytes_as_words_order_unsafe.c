/* run: ; the lowest byte comes first */
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { uint8_t b[4] = {1, 2, 3, 4}; uint32_t w; memcpy(&w, b, 4); assert(w == 0x01020304); }
