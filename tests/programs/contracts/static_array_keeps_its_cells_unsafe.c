/* run: --function f --globals; unsafe: a later call */
#include <assert.h>
int f(int n) { static int seen[4]; int s = 0; for (int i = 0; i < 4; i++) s += seen[i] != 0; seen[n & 3] = 1; assert(s == 0); return s; }
