/* run: ; the assertion fails before the union is used */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int y = __VERIFIER_nondet_uchar(); assert(y != 7); { union { int *p; char *q; } u; u.p = &y; *u.p = 1; } assert(y == 1); }
