/* run: ; 16u + i wraps, so that the pointer is the struct's */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char *body; };
int main(void) {
  size_t n = 4294967296; struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->tag = 0; unsigned i = __VERIFIER_nondet_uint();
  ((char *)p)[(unsigned)sizeof *p + i] = 5;
  assert(p->tag == 0);
}
