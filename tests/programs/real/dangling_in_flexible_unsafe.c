/* run: --check pointer; the member of an object that stays points into a block that ended */
#include <stdlib.h>
struct pack { int *at; int n; char text[]; };
int main(void) {
  struct pack *p = NULL;
  {
    int own[2] = {1, 2};
    struct pack *q = malloc(sizeof *q + 4); if (!q) return 0;
    q->at = own; q->n = 0; p = q;
  }
  { int other[2] = {3, 4}; other[0] = p->at[1]; p->n = other[0]; }
  return p->n;
}
