/* run: ; d = 0: C defines no quotient, and gcc may take d as another number behind it */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int d = __VERIFIER_nondet_int(), q = 7 / d; assert(d == 0 || q <= 7); return 0; }
