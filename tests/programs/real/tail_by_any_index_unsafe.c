/* run: ; the index may be beyond the struct */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char kind; char *body; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n >= 10) return 0;
  struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->tag = 0;
  p->body = (char *)p + sizeof *p; p->body[1] = 3;
  unsigned i = __VERIFIER_nondet_uint(); if (i >= sizeof *p + n) return 0;
  if (i >= sizeof *p) { ((char *)p)[i] = 4;
  assert(p->body[1] == 3); }
}
