/* run: ; the pragma holds for the second struct as well, until pop */
#include <assert.h>
#pragma pack(push, 1)
struct one { char kind; };
struct two { char kind; int len; };
#pragma pack(pop)
struct three { char kind; int len; };
int main(void) { assert(sizeof(struct three) == 8); assert(sizeof(struct two) == 8); }
