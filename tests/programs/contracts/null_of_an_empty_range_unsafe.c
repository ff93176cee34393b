/* run: --function f; unsafe: a = 0, n = 0; must not be an unconditional TRUE */
#include <assert.h>
/*@ requires \valid(a + (0 .. n-1)); */
int f(int *a, int n) { int s = 0; for (int i = 0; i < 1000; i++) s = a != 0; assert(s == 1); return s; }
