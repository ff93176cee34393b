/* run: --function f; unsafe: h(x) with x = 0 */
#include <assert.h>
/*@ requires y > 0; */
int h(int y) { return y; }
int (*table[1])(int) = { h };
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = table[0](x); assert(s == x); return s; }
