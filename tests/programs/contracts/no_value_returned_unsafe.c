/* run: --check uninitialised; the input 0: the value of a call that returns none must not be used */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int f(int x) { if (x) return 1; }
int main(void) { int y = f(__VERIFIER_nondet_int()); assert(y || !y); return 0; }
