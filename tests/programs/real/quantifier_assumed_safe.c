/* run: ; the quantifier of an assumption */
#include <stdlib.h>
int main(void) {
  unsigned n;
  __CPROVER_assume(n >= 5);
  unsigned char *p = malloc(n);
  __CPROVER_assume(p != 0);
  __CPROVER_assume(__CPROVER_forall { unsigned k; (k < n) ==> p[k] == 7 });
  __CPROVER_assert(p[0] == 7, "first");
  __CPROVER_assert(p[n - 1] == 7, "last");
}
