/* run: ; the input 123456789: a string literal must not be written */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { char *s = "abc"; if (__VERIFIER_nondet_int() == 123456789) s[0] = 'x'; assert(s[1] == 'b'); return 0; }
