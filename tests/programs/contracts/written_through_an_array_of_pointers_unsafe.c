/* run: --function f; unsafe: f(&x, &x) */
#include <assert.h>
/*@ requires \valid(a) && \valid(b); */
void f(int *a, int *b) { int *t[2]; t[0] = a; t[1] = b; t[0][0] = 1; t[1][0] = 2; assert(a[0] == 1); }
