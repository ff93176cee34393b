/* run: --function f; unsafe: n = 1, b[0] = 1 */
#include <assert.h>
/*@ requires 0 < n < 100 && \valid(b + (0 .. n-1));
    ensures \exists integer i; 0 <= i < n && b[i] == 0; */
void f(int *b, int n) { for (int i = 1; i < n; i++) b[i] = 0; }
