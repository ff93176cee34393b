/* run: --function copy --check bounds; safe */
#include <assert.h>
/*@ requires 0 <= n && \valid(a + (0 .. n-1)) && \valid_read(b + (0 .. n-1)) && \separated(a + (0 .. n-1), b + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == b[i]; */
void copy(int *a, const int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }
