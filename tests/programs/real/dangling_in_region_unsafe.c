/* run: --check pointer; a member of one of two objects points into a block that ended */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct cell { int *at; int n; };
int main(void) {
  struct cell *p = NULL;
  {
    int own[2] = {1, 2};
    struct cell *a = malloc(sizeof *a), *b = malloc(sizeof *b); if (!a || !b) return 0;
    p = __VERIFIER_nondet_int() ? a : b; p->at = own; p->n = 0;
  }
  p->n = p->at[1];
  return p->n;
}
