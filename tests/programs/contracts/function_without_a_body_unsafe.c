/* run: --function f; unsafe: g(0) is called; must not be an unconditional TRUE */
#include <assert.h>
/*@ requires x > 0; assigns \nothing; */ int g(int x);
/*@ ensures \result > 0; */
int f(int x) { int s = 1; for (int i = 0; i < 1000; i++) s = g(x); return s > 0 ? s : 1; }
