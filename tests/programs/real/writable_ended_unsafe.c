/* run: ; the object that p points to has ended with its block */
#include <assert.h>
int main(void) { int *p; { int x = 1; p = &x; } assert(__CPROVER_r_ok(p, 4)); }
