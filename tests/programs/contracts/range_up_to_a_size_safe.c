/* run: --function f --check bounds; safe: no object has 2^64 elements, so that n + 1 does not wrap */
#include <stddef.h>
/*@ requires \valid(a + (0 .. n)); */
void f(char *a, size_t n) { for (size_t i = 0; i <= n; i++) a[i] = 1; }
