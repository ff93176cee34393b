/* run: --function f --check bounds; unsafe: n = 2^62 + 1, of which n * 4 is 4 */
#include <assert.h>
int f(int *a, unsigned long n) __CPROVER_requires(n > 1 && __CPROVER_is_fresh(a, n * sizeof(int)))
{ int s = 0; for (int i = 0; i < 2; i++) s |= a[i]; return s; }
