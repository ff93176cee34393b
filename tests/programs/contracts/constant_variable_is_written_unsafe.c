/* run: ; unsafe: x never changes, says the compiler */
#include <assert.h>
int main(void) { const int x[2] = {1, 1}; int *p = (int *)x; p[1] = 2; assert(x[1] == 2); return 0; }
