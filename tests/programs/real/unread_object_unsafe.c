/* run: ; the union of pointers is unsupported, and points to x */
#include <assert.h>
static int x;
static union { int *p; char *q; } u = { &x };
int main(void) { assert(x == 0); *u.p = 1; assert(x == 0); }
