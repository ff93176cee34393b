/* run: ; the bytes behind the only struct of a block, reached in two ways */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char kind; char *body; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n >= 10) return 0;
  struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->tag = 0;
  char *b = (char *)(p + 1);
  for (unsigned k = 0; k < n; k++) b[k] = 'a';
  for (unsigned k = 0; k < n; k++) assert(((char *)p + sizeof *p)[k] == 'a');
  assert(p->tag == 0);
  free(p);
}
