/* run: ; safe */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int d = __VERIFIER_nondet_int(); if (d > 0) { int q = 7 / d; assert(q <= 7); } return 0; }
