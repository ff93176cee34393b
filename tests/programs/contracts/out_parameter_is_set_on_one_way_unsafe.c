/* run: --function f; unsafe: c = 0, *out not null */
#include <assert.h>
int f(int **out, int c) { int s = 0; for (int i = 0; i < 1000; i++) s = i; if (c) *out = 0; if (*out) assert(c); return s; }
