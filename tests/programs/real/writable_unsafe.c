/* run: ; behind k elements fewer bytes are left: k = 1 */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[10];
int main(void) { unsigned k = __VERIFIER_nondet_uint(); if (k > 10) return 0; int *p = a + k; assert(__CPROVER_r_ok(p, 40)); }
