/* run: --function f --globals; unsafe: a later call */
#include <assert.h>
int next(void) { static unsigned char last; return last++; }
int f(void) { int s = 0; for (int i = 0; i < 1000; i++) s = i; int k = next(); assert(k == 0); return s; }
