/* run: ; a signed bit-field of three bits may be -4 */
#include <assert.h>
#include <stdlib.h>
struct s { unsigned a : 7; int b : 3; };
int main(void) {
  struct s *p = malloc(sizeof *p);
  if (p == NULL) return 0;
  assert(p->b != -4);
  free(p);
}
