/* run: ; the struct is aligned to four bytes */
#include <assert.h>
struct wire { char kind; int len; } __attribute__((packed, aligned(4)));
int main(void) { assert(sizeof(struct wire) == 5); }
