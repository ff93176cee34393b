/* run: --function f; unsafe: x = 0 */
#include <assert.h>
/*@ behavior b: assumes x == 0; ensures \result == 1;
    behavior b: assumes x == 1; ensures \result == 1; */
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = x; return s; }
