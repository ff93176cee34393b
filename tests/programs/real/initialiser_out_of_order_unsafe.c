/* run: ; unsafe: a[0] is computed first, whatever comes first in the text */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int i = 1;
static int set(void) { i = 2; return 7; }
int main(void) {
  if (__VERIFIER_nondet_uint() * 2654435761u == 305419896u) { int a[2] = { [1] = i, [0] = set() }; assert(a[1] == 1); }
}
