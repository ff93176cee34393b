/* run: --function f; unsafe: g changes; must not be an unconditional TRUE */
#include <assert.h>
int g;
/*@ assigns \nothing; ensures \result == 5; */
int f(void) { int s = 0; for (int i = 0; i < 1000; i++) s = 5; g = 1; return s; }
