/* run: --function f; unsafe: n = 0, of which n - 1 is the largest number */
#include <assert.h>
int f(unsigned n) __CPROVER_requires(n == 0) __CPROVER_ensures(__CPROVER_forall { unsigned i; (0 <= i && i <= n - 1) ==> __CPROVER_return_value == 5 })
{ int s = 0; for (int i = 0; i < 1000; i++) s = i; return s; }
