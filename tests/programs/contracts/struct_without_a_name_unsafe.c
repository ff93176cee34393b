/* run: --function f --globals; unsafe: p.x = 1; must not be an unconditional TRUE */
#include <assert.h>
struct { int x, y; } p;
int f(void) { int s = 0; for (int i = 0; i < 1000; i++) s = p.x; assert(s == 0); return s; }
