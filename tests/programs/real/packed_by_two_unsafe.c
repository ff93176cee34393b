/* run: ; the pragma packs to two bytes */
#include <assert.h>
#pragma pack(push, 2)
struct wire { char kind; int len; };
#pragma pack(pop)
int main(void) { assert(sizeof(struct wire) == 5); }
