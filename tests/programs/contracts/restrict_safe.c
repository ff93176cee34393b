/* run: ; safe */
#include <assert.h>
int a[3], b[3];
void copy(int *restrict a, const int *restrict c, unsigned n) { for (unsigned i = 0; i < n; i++) a[i] = c[i]; }
int main(void) { b[1] = 7; copy(a, b, 3); assert(a[1] == 7); return 0; }
