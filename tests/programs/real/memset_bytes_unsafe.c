/* run: ; the value is converted to a byte: 0x1FF sets 0xFF */
#include <assert.h>
#include <string.h>
int main(void) { unsigned short q[5]; memset(q, 0x1FF, sizeof q); for (int k = 0; k < 5; k++) assert(q[k] != 0xFFFF); }
