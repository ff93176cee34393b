/* run: ; unsafe: *p is anything if p is not set */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = 7; int *p; int k = ({ if (__VERIFIER_nondet_int()) p = &x; 1; }); assert(*p == 7 && k); }
