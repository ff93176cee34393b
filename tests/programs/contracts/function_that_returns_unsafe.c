/* run: ; the input 77777777: the function is marked so that gcc places no code behind its call */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
_Noreturn void stop(void) {}
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 77777777) stop(); assert(x || !x); return 0; }
