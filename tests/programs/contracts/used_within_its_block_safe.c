/* run: ; safe */
#include <assert.h>
int *g;
static void increment(int *p) { int *q = p; *q += 1; }
int main(void) {
  int x = 0;
  g = &x;
  for (int i = 0; i < 5; i++) { int y = *g; increment(&y); x = y; }
  assert(x == 5);
  return 0;
}
