/* run: --function find --check bounds; safe */
#include <assert.h>
/*@ requires n > 0 && n < 1000 && \valid(a + (0 .. n-1));
    ensures \result == -1 ==> \forall integer j; 0 <= j < n ==> a[j] != key;
    ensures \result >= 0 ==> a[\result] == key; */
int find(const int *a, int n, int key) { for (int k = 0; k < n; k++) if (a[k] == key) return k; return -1; }
