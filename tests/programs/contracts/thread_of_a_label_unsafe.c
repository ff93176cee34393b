/* run: ; unsafe: the thread runs after the assertion */
#include <assert.h>
int g;
static void set(void) { g = 1; }
int main(void) {
  g = 0;
__CPROVER_ASYNC_1: set();
  assert(g == 1);
  return 0;
}
