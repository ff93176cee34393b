/* run: ; no object of s bytes has more of them */
#include <assert.h>
#include <stdlib.h>
extern size_t __VERIFIER_nondet_ulong(void);
int main(void) {
  size_t s = __VERIFIER_nondet_ulong(), big = __VERIFIER_nondet_ulong();
  if (s == 0 || big <= s) return 0;
  unsigned char *p = malloc(s);
  assert(!__CPROVER_w_ok(p, big));
}
