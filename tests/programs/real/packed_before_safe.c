/* run: ; the struct is defined behind the pragma that ends the packing */
#include <assert.h>
#pragma pack(push, 1)
struct two { char kind; int len; };
#pragma pack(pop)
struct three { char kind; int len; };
int main(void) { assert(sizeof(struct three) == 8); }
