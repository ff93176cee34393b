/* run: ; unsafe: the initialiser of a[1], which is 0, sets i */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int i = 1;
static int set(void) { i = 2; return 0; }
int main(void) {
  if (__VERIFIER_nondet_uint() * 2654435761u == 305419896u) { int a[2] = { 1, set() }; assert(i == a[0]); }
}
