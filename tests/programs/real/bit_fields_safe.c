/* run: ; the size of a struct with bit-fields */
#include <assert.h>
#include <string.h>
struct b { unsigned a : 3; int : 0; unsigned char c : 5; int d; };
int main(void) { struct b s; memset(&s, 0, sizeof s); assert(sizeof s == 12 && s.a == 0 && s.d == 0); }
