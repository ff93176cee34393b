/* run: --function f; unsafe: n = -1, of which the range is empty */
#include <assert.h>
/*@ requires \valid(a + (0 .. n-1)); */
int f(int *a, int n) { int s = 0; for (int i = 0; i < 1000; i++) s = n; assert(s >= 0); return s; }
