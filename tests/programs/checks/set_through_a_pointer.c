/* A variable may be set through a pointer, by a function, or by the library. */
#include <string.h>
static void give(int *to) { *to = 5; }
static void fill(int *to, int n) { for (int i = 0; i < n; i++) to[i] = i; }
int main(void) {
  int x, y, a[1000], b[1000], *p = &x;
  *p = 3;
  give(&y);
  fill(a, 1000);
  memset(b, 0, sizeof b);
  int z = x;
  z += y;
  for (int i = 0; i < 1000; i++)
    z ^= a[i];                           // uninitialised=safe
  for (int i = 0; i < 1000; i++)
    z ^= b[i];                           // uninitialised=safe
  return z > 0;
}
