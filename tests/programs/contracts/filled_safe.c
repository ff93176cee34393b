/* run: --function fill --check bounds; safe */
#include <assert.h>
/*@ requires 0 <= n && \valid(a + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void fill(int *a, int n, int v) { for (int i = 0; i < n; i++) a[i] = v; }
