/* run: --function f; unsafe: n = 2^50, which leads to no access */
#include <assert.h>
int f(const int *a, unsigned long n) { int s = 0; for (int i = 0; i < 1000; i++) s = n > (1ul << 45); if (n < 10) for (unsigned long i = 0; i < n; i++) s |= a[i]; assert(n < 10 || s == 0); return s; }
