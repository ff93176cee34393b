/* run: ; the union stands behind the assertion, and changes y for the next iteration */
#include <assert.h>
int main(void) {
  int y = 0;
  for (int i = 0; i < 2; i++) { assert(y == 0); { union { int *p; char *q; } u; u.p = &y; *u.p = 1; } }
}
