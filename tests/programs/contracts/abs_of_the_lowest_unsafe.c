/* run: --check overflow; x = INT_MIN */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); return abs(x) > 3; }
