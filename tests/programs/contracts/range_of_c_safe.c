/* run: --function fill --check bounds; safe */
#include <assert.h>
void fill(unsigned char *a, unsigned n) __CPROVER_requires(n < 1000 && __CPROVER_is_fresh(a, n)) __CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < n) ==> a[k] == 7 })
{ for (unsigned i = 0; i < n; i++) a[i] = 7; }
