/* An unsupported program has no leak if the resized object is freed. */
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  int *none = 0;
  if (p == 0)
    return 1;
  int *q = realloc(p, 400 * sizeof *p);
  if (q == 0) {
    free(p);
    return *none;
  }
  q[399] = 1;
  free(q);
  return 0;
}
