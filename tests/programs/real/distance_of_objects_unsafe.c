/* run: ; b may begin where a ends */
#include <assert.h>
int a[4], b[4];
int main(void) { int *p = a, *q = b; long n = q - p; assert(n != 4); }
