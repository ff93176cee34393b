/* run: --function f; unsafe: a = 0, b = 1 */
#include <assert.h>
/*@ requires y == 0; */
int f(int y, int x);
int f(int x, int y) { int s = 0; for (int i = 0; i < 1000; i++) s = y; assert(s == 0); return s; }
