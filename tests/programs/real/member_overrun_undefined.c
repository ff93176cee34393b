/* run: ; p is moved out of the member m, which no sanitizer sees: what x holds then is no violation */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { int m; int x; } v;
void set(int *p, int k) { p[k] = 7; }
int main(void) { set(&v.m, __VERIFIER_nondet_uchar() == 5); assert(v.x == 0); }
