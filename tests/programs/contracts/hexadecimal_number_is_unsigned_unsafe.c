/* run: --function f; unsafe: x is the least int, which C compares as 0x80000000 */
#include <assert.h>
int f(int x) __CPROVER_requires(x < 0) __CPROVER_ensures(__CPROVER_return_value != 0x80000000)
{ int s = 0; for (int i = 0; i < 1000; i++) s = x; return s; }
