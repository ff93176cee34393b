/* run: --function g --null --check bounds; safe */
#include <assert.h>
/*@ requires \valid(a + (0 .. n-1)); */
int g(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s |= a[i]; if (a == 0) assert(n <= 0); return s; }
