/* run: --function f; safe */
#include <assert.h>
/*@ ensures \result == (x > 0 ? 1 : 0); */
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = x > 0; return s; }
