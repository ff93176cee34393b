/* run: ; gcc -O2 returns 1, since an int is not accessed as a long */
#include <assert.h>
__attribute__((noinline)) int f(int *a, long *p) { a[0] = 1; *p = 5; return a[0]; }
int main(void) { int a[2]; assert(f(a, (long *)a) == 5); return 0; }
