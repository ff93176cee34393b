/* run: --function f; unsafe: g needs 11 cells; must not be an unconditional TRUE */
#include <assert.h>
/*@ requires n > 0 && \valid(p + (0 .. n-1)); */
void g(int *p, int n) { p[0] = n; }
void f(void) { int a[10]; for (int i = 0; i < 10; i++) a[i] = 0; g(a, 11); assert(a[0] == 11); }
