/* run: --function f; unsafe: x = 16777216, to which C converts 16777217 */
#include <assert.h>
int f(float x) __CPROVER_requires(x == 16777216.0f) __CPROVER_ensures(!(x == 16777217))
{ int s = 0; for (int i = 0; i < 1000; i++) s = i; return s; }
