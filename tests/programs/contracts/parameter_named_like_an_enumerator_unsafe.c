/* run: --function f; unsafe: x = 4: the clause is about the parameter */
#include <assert.h>
enum { limit = 3 };
int g(void) { return limit; }
/*@ requires limit > 3; */
int f(int limit) { int s = 0; for (int i = 0; i < 1000; i++) s = limit; assert(s == 3); return s; }
