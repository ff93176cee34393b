/* run: ; the second bit-field does not fit into the first unit: 8 bytes */
#include <assert.h>
struct b { unsigned a : 20; unsigned c : 20; };
int main(void) { assert(sizeof(struct b) == 5 || sizeof(struct b) == 4); }
