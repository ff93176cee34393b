/* run: ; three bits, then a number at the next byte: five bytes */
#include <assert.h>
struct wire { unsigned kind : 3; int len; } __attribute__((packed));
int main(void) { assert(sizeof(struct wire) == 8); }
