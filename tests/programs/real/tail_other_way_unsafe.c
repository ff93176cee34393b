/* run: ; one byte by two pointers */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char kind; char *body; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n >= 10) return 0;
  struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->tag = 0;
  char *t = (char *)(p + 1); t[0] = 3;
  ((char *)p)[sizeof *p] = 4;
  assert(t[0] == 3);
}
