/* run: ; more is set than the struct */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char kind; char *body; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n >= 10) return 0;
  struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->tag = 0;
  p->body = (char *)p + sizeof *p; p->body[1] = 3; char *b = p->body;
  memset(p, 0, sizeof *p + 2);
  assert(b[1] == 3);
}
