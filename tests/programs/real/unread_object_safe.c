/* run: ; the union of pointers is not used on this path */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int x;
static union { int *p; char *q; } u = { &x };
int main(void) { int k = __VERIFIER_nondet_uchar(); if (k > 300) *u.p = 1; assert(x == 0); }
