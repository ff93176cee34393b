/* run: ; more is copied than the struct */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char kind; char *body; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n >= 10) return 0;
  struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->tag = 0;
  char *b = (char *)p + sizeof *p; b[1] = 3;
  struct pack *q = malloc(sizeof *q + n); if (!q) return 0;
  char *c = (char *)q + sizeof *q; c[1] = 5;
  memcpy(p, q, sizeof *p + 2);
  assert(b[1] == 3);
}
