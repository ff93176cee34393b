/* run: --function f --globals; unsafe: g = 1: the behavior is chosen before the call */
#include <assert.h>
int g;
/*@ behavior set: assumes g == 1; ensures \result == 0; */
int f(void) { int s = 0; for (int i = 0; i < 1000; i++) s = 5; g = 0; return s; }
