/* run: --function g; unsafe: x = -1 */
#include <assert.h>
int root(int x) __CPROVER_requires(x >= 0) { return x; }
int g(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = root(x); return s; }
