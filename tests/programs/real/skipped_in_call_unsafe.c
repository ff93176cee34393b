/* run: ; the union in the first call is used before the assertion in the second one */
#include <assert.h>
static int y;
static void step(void) { assert(y == 0); { union { int *p; char *q; } u; u.p = &y; *u.p = 1; } }
int main(void) { step(); step(); }
