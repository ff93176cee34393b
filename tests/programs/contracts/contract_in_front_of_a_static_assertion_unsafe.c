/* run: --function f; unsafe: always */
#include <assert.h>
/*@ ensures \result == 1; */
_Static_assert(sizeof(int) == 4, "");
int f(int n) { assert(n == n); return 0; }
