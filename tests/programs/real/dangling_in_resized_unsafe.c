/* run: --check pointer; a member of a resized object points into a block that ended */
#include <stdlib.h>
struct cell { int *at; int n; };
int main(void) {
  struct cell *p = NULL;
  {
    int own[2] = {1, 2};
    p = malloc(2 * sizeof *p); if (!p) return 0;
    struct cell *q = realloc(p, 4 * sizeof *p); if (!q) return 0;
    p = q; p[1].at = own; p[1].n = 0;
  }
  p[0].n = p[1].at[1];
  return p[0].n;
}
