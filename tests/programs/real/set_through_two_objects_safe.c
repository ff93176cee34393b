/* run: ; one statement sets a variable and an allocated object, in turn */
#include <stdlib.h>
#include <assert.h>
static void put(unsigned *at, unsigned n) { *at = n; }
unsigned g[4];
int main(void) { unsigned k, n = 4; unsigned *h = calloc(1, sizeof *h); put(h, n); put(&k, 3); put(g + 1, 7); assert(k == 3 && *h == 4 && g[1] == 7); free(h); }
