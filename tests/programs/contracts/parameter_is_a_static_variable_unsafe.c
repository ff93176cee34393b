/* run: --function f --globals; unsafe: f(f(p)) */
#include <assert.h>
/*@ requires \valid(a); */
int *f(int *a) { static int k; int v = k; *a = v + 1; assert(k == v); return &k; }
