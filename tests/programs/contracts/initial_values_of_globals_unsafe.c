/* run: --function f; unsafe: a later call; must not be an unconditional TRUE */
#include <assert.h>
int calls;
int f(void) { int s = 0; for (int i = 0; i < 1000; i++) s = calls; calls++; assert(s == 0); return s; }
