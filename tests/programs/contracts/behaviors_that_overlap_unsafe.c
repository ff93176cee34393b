/* run: --function f; unsafe: x = 0 */
#include <assert.h>
/*@ behavior up: assumes x >= 0; ensures \result >= 0;
    behavior down: assumes x <= 0; ensures \result <= 0;
    disjoint behaviors; */
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = x; return s; }
