/* run: --function f; unsafe: `check requires` is checked at calls and not assumed; x == 3 */
#include <assert.h>
/*@ check requires x != 3; */
int f(int x) { assert(x != 3); return x; }
