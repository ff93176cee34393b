/* run: ; the program has a function of its own by the name, which does not end the run */
#include <assert.h>
int nondet_int(void);
void __ESBMC_assume(_Bool holds) { (void)holds; }
int main(void) { int n = nondet_int(); __ESBMC_assume(n > 0); assert(n > 0); }
