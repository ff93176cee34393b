#ifndef N
#define N 1000
#endif
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *first = p;
  if (p == 0)
    return 1;
  for (int i = 1; i <= N; i++) {
    int *q = realloc(p, (i + 1) * sizeof *p);
    if (q == 0)
      return 1;
    p = q;
    p[i] = i; // bounds=safe
  }
  first[0] = 1; // bounds=unsafe pointer=unsafe
  free(p);
  return 0;
}
