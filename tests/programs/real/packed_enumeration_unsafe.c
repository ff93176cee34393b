/* run: ; the attribute is that of the enumeration, so the struct has space behind its first member */
#include <assert.h>
struct wire { enum { LOW } __attribute__((packed)) kind; int len; };
int main(void) { assert(sizeof(struct wire) == 5); }
