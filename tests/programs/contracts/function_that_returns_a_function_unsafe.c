/* run: --function pick; unsafe: n = 0 */
#include <assert.h>
typedef int number;
number one(int x) { return x; }
/*@ ensures n > 0; */
number (*pick(int n))(int) { assert(n == n); return one; }
