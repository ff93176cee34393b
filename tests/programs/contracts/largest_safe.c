/* run: --function largest --check bounds; safe */
#include <assert.h>
/*@ requires 0 < n && \valid_read(a + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> a[i] <= \result;
    ensures \exists integer i; 0 <= i < n && a[i] == \result; */
int largest(const int *a, int n) { int m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; return m; }
