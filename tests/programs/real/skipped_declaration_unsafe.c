/* run: ; the declaration is unsupported, and the rest of its block changes y */
#include <assert.h>
int main(void) { static int y; { assert(y == 0); union { int *p; char *q; } u; u.p = &y; *u.p = 1; } assert(y == 0); }
