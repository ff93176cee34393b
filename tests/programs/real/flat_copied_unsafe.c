/* run: ; copied beyond a row */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int m[2][3], n[6];
int main(void) { n[4] = 1; memcpy((int *)m, n, sizeof m); assert(m[1][1] == 0); }
