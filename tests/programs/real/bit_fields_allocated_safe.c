/* run: --check conversion; bit-fields of memory that nobody set have values of their width, of either sign */
#include <assert.h>
#include <stdlib.h>
struct s { unsigned a : 7; int b : 3; unsigned c : 1; };
int main(void) {
  struct s *p = malloc(sizeof *p);
  if (p == NULL) return 0;
  unsigned char narrow = p->a;
  assert(narrow <= 127 && p->b >= -4 && p->b <= 3 && p->c <= 1);
  free(p);
}
