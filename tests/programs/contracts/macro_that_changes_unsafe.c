/* run: --function f; unsafe: x = 5: LIMIT is 10 where the contract stands */
#include <assert.h>
#define LIMIT 10
/*@ requires 0 <= x < LIMIT; */
int f(int x);
#undef LIMIT
#define LIMIT 5
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = x; assert(s < LIMIT); return s; }
