/* run: ; q is moved out of the member a, which no sanitizer sees */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { unsigned char a[4]; int x; } v;
int main(void) { unsigned short *q = (unsigned short *)v.a; q[2 * (__VERIFIER_nondet_uchar() == 5)] = 7; assert(v.x == 0); }
