/* run: ; a jump leads from behind the union back to the assertion */
#include <assert.h>
int main(void) {
  int n = 0, y = 0;
again:
  assert(y == 0);
  { union { int *p; char *q; } u; u.p = &y; *u.p = 1; }
  if (n++ < 1) goto again;
}
