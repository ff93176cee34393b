/* run: --check bounds; one element beyond the matrix */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int m[3][4];
int main(void) { int *f = (int *)m; for (int k = 0; k <= 12; k++) f[k] = k; }
