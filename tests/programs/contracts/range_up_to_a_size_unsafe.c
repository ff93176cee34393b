/* run: --function f --check bounds; unsafe: one element behind the last; must not be an unconditional TRUE */
#include <stddef.h>
/*@ requires \valid(a + (0 .. n)); */
void f(char *a, size_t n) { for (size_t i = 0; i <= n; i++) a[i + 1] = 1; }
