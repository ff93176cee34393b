/* run: ; unsafe: *p is anything if p is not set */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *chosen(int *x) { int *p; if (__VERIFIER_nondet_int()) p = x; return p; }
int main(void) { int x = 7; int *q = chosen(&x); assert(*q == 7); return 0; }
