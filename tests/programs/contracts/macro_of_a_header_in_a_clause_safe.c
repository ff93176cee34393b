/* run: --function f; safe */
#include <assert.h>
#include <limits.h>
int f(int x) __CPROVER_requires(x > INT_MIN && x < 0) __CPROVER_ensures(__CPROVER_return_value > 0 && __CPROVER_return_value <= INT_MAX)
{ int s = 0; for (int i = 0; i < 1000; i++) s = -x; return s; }
