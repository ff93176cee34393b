/* run: ; unsafe: no run sets p to &y */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int x = 1, y = 2, *p = &x;
static void leave(void) { return; p = &y; }
int main(void) { leave(); assert(*p == y || __VERIFIER_nondet_uint() * 2654435761u != 305419896u); }
