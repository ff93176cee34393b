/* run: ; d = 1e20: C defines no value of (int)d, and x86 gives INT_MIN */
#include <assert.h>
#include <limits.h>
extern double __VERIFIER_nondet_double(void);
int main(void) { double d = __VERIFIER_nondet_double(); if (d > 9) { int i = d; assert(i != INT_MIN); } return 0; }
