/* run: --function last --check pointer; c = 1: q is freed */
#include <stdlib.h>
extern int *get(void);
int last(int c) {
  int *q = malloc(sizeof *q), *p = get();
  if (q) *q = 1;
  if (!p) return 0;
  if (c && q) p = q;
  free(q);
  return *p != 0;
}
