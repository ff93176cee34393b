/* run: ; the attribute of the name changes nothing */
#include <assert.h>
typedef struct { char kind; int len; } wire __attribute__((packed));
int main(void) { assert(sizeof(wire) == 5); }
