/* run: --function f; unsafe: g(&a, &a); must not be an unconditional TRUE */
#include <assert.h>
void g(int *p, int *q) __CPROVER_requires(__CPROVER_is_fresh(p, 4) && __CPROVER_is_fresh(q, 4)) { *p = 1; *q = 1; }
int f(void) __CPROVER_ensures(__CPROVER_return_value == 1) { int a = 0; for (int i = 0; i < 1000; i++) g(&a, &a); return a; }
