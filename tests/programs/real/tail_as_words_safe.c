/* run: ; the bytes behind a struct, as wider numbers */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char kind; char *body; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n >= 10) return 0;
  struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->tag = 0;
  unsigned short *b = (unsigned short *)(p + 1); *b = 0x0203;
  assert(((unsigned char *)b)[0] == 3);
  free(p);
}
