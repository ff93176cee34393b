/* run: --function f; unsafe: x = 0 */
#include <assert.h>
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = x;
  /*@ assert s == 1; */
  assert(s == x); return s; }
