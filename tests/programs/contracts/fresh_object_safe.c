/* run: --function sum; safe */
#include <assert.h>
int sum(const unsigned char *p, unsigned n)
__CPROVER_requires(n < 1000 && __CPROVER_is_fresh(p, n))
__CPROVER_ensures(__CPROVER_return_value >= 0)
{ int s = 0; for (unsigned i = 0; i < n; i++) s += p[i]; return s; }
