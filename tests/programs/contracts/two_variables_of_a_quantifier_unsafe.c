/* run: --function f; unsafe: n = 2, equal cells */
#include <assert.h>
/*@ requires 0 < n < 100 && \valid(b + (0 .. n-1));
    ensures \forall integer i, j; 0 <= i < j < n ==> b[i] < b[j]; */
void f(int *b, int n) { for (int i = 0; i < n; i++) b[i] = 0; }
