/* run: ; the union of pointers is unsupported; the write through it runs before the second assertion */
#include <assert.h>
int main(void) { int y = 0; assert(y == 0); { union { int *p; char *q; } u; u.p = &y; *u.p = 1; } assert(y == 0); }
