/* run: ; set beyond a row */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int m[3][4];
int main(void) { int *f = (int *)m; m[2][3] = 4; memset(f + 1, 0, 11 * sizeof *f); assert(m[2][3] == 4); }
