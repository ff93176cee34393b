/* run: --check pointer; members of objects of a loop point into a block that ended */
#include <stdlib.h>
struct cell { int *at; int n; };
int main(void) {
  struct cell *p = NULL;
  for (int k = 0; k < 3; k++) {
    int own[2] = {1, 2};
    struct cell *q = malloc(sizeof *q); if (!q) return 0;
    q->at = own; q->n = 0; p = q;
  }
  p->n = p->at[1];
  return p->n;
}
