/* run: --function f; unsafe: x = 1 */
#include <assert.h>
#define SUM 1 + 1
/*@ ensures \result == 2 * SUM; */
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = 3; return s; }
