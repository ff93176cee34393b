/* run: --function f --null; unsafe: p = 0 */
#include <assert.h>
int f(int *p) { int s = 0; for (int i = 0; i < 1000; i++) s = p != 0; assert(s == 1); return s; }
