/* run: --function f; unsafe: n = 3, b[2] stays */
#include <assert.h>
/*@ requires 0 < n < 100 && \valid(b + (0 .. n-1));
    ensures n > 2 ==> (\forall integer i; 0 <= i <= n - 1 ==> b[i] == 0) && b[0] == 0; */
void f(int *b, int n) { for (int i = 0; i < n - 1; i++) b[i] = 0; }
