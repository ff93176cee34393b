/* run: --function f; unsafe: a == b; must not be an unconditional TRUE */
#include <assert.h>
/*@ requires n > 0 && n < 100 && \valid(a + (0 .. n-1)) && \valid(b + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> b[i] == \old(b[i]); */
void f(int *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = 0; }
