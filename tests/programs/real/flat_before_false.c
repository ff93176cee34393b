/* run: --check bounds; one element before the matrix */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int m[3][4];
int main(void) { int *f = (int *)(m + 1); for (int k = 0; k < 6; k++) f[-k] = k; }
