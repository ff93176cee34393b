/* run: ; sizeof is 5 by the attribute */
#include <assert.h>
struct wire { char kind; int len; } __attribute__((packed));
int main(void) { assert(sizeof(struct wire) == 8); }
