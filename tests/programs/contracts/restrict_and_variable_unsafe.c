/* run: ; the result is 1 with gcc -O2, since only p may access x */
#include <assert.h>
int x;
int f(int p[restrict]) { p[0] = 1; x = 2; return p[0]; }
int main(void) { assert(f(&x) == 2); return 0; }
