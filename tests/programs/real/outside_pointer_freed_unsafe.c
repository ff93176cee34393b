/* run: --function last --check pointer; keep may return its argument, which is freed */
#include <stdlib.h>
extern int *keep(int *);
int last(void) {
  int *q = malloc(sizeof *q), *p;
  if (!q) return 0;
  p = keep(q);
  free(q);
  return p ? *p != 0 : 0;
}
