/* run: --check pointer; a pointer to the bytes behind the struct is freed */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pack { int tag; char *body; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n >= 10) return 0;
  struct pack *p = malloc(sizeof *p + n); if (!p) return 0;
  p->body = (char *)(p + 1); p->body[0] = 0; free(p->body);
}
