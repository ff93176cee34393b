/* run: --function f; unsafe: out == &kept */
#include <assert.h>
static int x;
int *kept = &x;
int f(int **out) { *out = 0; assert(kept != 0); return 0; }
