/* run: --function f; unsafe: b[1] = 7, b[0] = 1 */
#include <assert.h>
/*@ requires \valid(b + (0 .. 1)) && (\exists integer i; 0 <= i < 2 && b[i] == 7); */
int f(int *b) { int s = 0; for (int i = 0; i < 1000; i++) s = b[0]; assert(s == 7); return s; }
