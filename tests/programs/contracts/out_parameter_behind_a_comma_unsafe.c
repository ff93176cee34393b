/* run: --function f; unsafe: *p is not null */
#include <assert.h>
int f(int **p) { int *q = *(0, p); assert(q == 0); *p = 0; return 0; }
