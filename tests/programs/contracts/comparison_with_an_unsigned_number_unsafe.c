/* run: --function f; unsafe: x = -1, u = 1 */
#include <assert.h>
/*@ ensures \result == 1 <==> x < u; */
int f(int x, unsigned u) { int s = 0; for (int i = 0; i < 1000; i++) s = x < u; return s; }
