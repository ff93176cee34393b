/* run: ; one element by two pointers */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

long m[3][4];
int main(void) { long *f = (long *)m; unsigned k = __VERIFIER_nondet_uint(); if (k >= 12) return 0; f[k] = 1; assert(m[2][1] == 0); }
