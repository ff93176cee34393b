/* run: ; pointers to a member, where pointers to numbers are moved elsewhere: n = 5 */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { int m; int x; } v;
int a[8];
void set(int *p, int by) { *p = by; }
int main(void) {
  for (int *p = a; p < a + 8; p++) *p = 1;
  set(&v.m, __VERIFIER_nondet_uchar());
  assert(v.m != 5);
}
