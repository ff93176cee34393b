/* run: ; the inner struct is packed, the outer one is not */
#include <assert.h>
struct wire { char kind; struct { char a; int b; } __attribute__((packed)) in; int len; };
int main(void) { assert(sizeof(struct wire) == 10); }
