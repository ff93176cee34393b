/* run: ; the result is 1 with gcc -O2, since no other pointer may access the object of p */
#include <assert.h>
void f(int *restrict p, int *__restrict q, int *r) { *p = 1; *q = 2; *r = *p; }
int main(void) { int x, y; f(&x, &x, &y); assert(y == 2); return 0; }
