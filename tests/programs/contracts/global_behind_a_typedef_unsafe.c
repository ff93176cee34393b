/* run: --function f --globals; unsafe: g[1] = 3 */
#include <assert.h>
typedef int row[4]; row g;
int f(void) { int s = 0; for (int i = 0; i < 4; i++) s |= g[i]; assert(s == 0); return s; }
