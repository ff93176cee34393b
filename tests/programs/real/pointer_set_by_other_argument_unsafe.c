/* run: ; unsafe: other() may run before *chosen is read */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int x = 1, y = 2, *chosen = &x;
static int other(void) { chosen = &y; return 0; }
static int sum(int one, int two) { return one + two; }
int main(void) { if (__VERIFIER_nondet_uint() * 2654435761u == 305419896u) assert(sum(*chosen, other()) == 1); }
