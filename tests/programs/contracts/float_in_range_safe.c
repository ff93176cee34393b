/* run: ; safe */
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) { double d = __VERIFIER_nondet_double(); if (d > 9 && d < 100) { int i = d; assert(i >= 9); } return 0; }
