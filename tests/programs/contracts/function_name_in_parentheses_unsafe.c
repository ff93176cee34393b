/* run: --function f; unsafe: n = 0 */
#include <assert.h>
/*@ ensures \result > 5; */
unsigned (f)(unsigned n) { assert(n == n); return n; }
