/* run: --function f --globals; unsafe: a == g; must not be an unconditional TRUE */
#include <assert.h>
int g[10];
/*@ requires \valid(a + (0 .. 9)); ensures g[0] == \old(g[0]); */
void f(int *a) { for (int i = 0; i < 10; i++) a[i] = 0; }
