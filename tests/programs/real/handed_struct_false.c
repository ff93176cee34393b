/* run: ; a struct behind a pointer to void: n = 5 */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { int m; int x; } v;
static void set(void *to, int by) { struct s *p = (struct s *)to; p->x = by; }
int main(void) { set(&v, __VERIFIER_nondet_uchar()); assert(v.x != 5); }
