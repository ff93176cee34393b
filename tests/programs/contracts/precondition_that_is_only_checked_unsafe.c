/* run: --function f; unsafe: x = 0: it is checked, and not assumed */
#include <assert.h>
/*@ check requires x > 0; ensures \result > 0; */
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = x; return s; }
