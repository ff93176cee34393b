/* run: ; q is moved out of the member a that the function is handed, which no sanitizer sees */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { unsigned char a[4]; int x; } v;
struct t { short a, b; };
void set(void *to, int k) { struct t *q = to; q[k].a = 1; }
int main(void) { set(v.a, __VERIFIER_nondet_uchar() == 5); assert(v.x == 0); }
