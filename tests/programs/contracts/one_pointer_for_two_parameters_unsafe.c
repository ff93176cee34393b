/* run: --function f; unsafe: a == b */
#include <assert.h>
int f(const char **a, const char **b) { *a = 0; *b = "b"; assert(*a == 0); return 0; }
