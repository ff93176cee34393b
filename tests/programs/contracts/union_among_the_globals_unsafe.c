/* run: --function f --globals; unsafe: u.n = 1 */
#include <assert.h>
union both { int n; unsigned char bytes[4]; } u;
int f(void) { int s = 0; for (int i = 0; i < 1000; i++) s = u.n; assert(s == 0); return s; }
