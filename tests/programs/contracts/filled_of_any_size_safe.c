/* run: --function fill --check bounds; safe */
#include <assert.h>
typedef unsigned long size_t;
/*@ requires \valid(a + (0 .. n-1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void fill(int *a, size_t n, int v) { for (size_t i = 0; i < n; i++) a[i] = v; }
