/* run: ; safe */
#include <assert.h>
static int f(int k) { const int t[3] = {1, 2, 3}; const struct { int x, y; } v = {k, 2}; return t[v.y] + v.x; }
int main(void) {
  int s = 0;
  for (int i = 0; i < 5; i++) { const int w[2] = {i, 1}; s = f(w[0]); }
  assert(s == 7);
  return 0;
}
