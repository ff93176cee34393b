/* run: --function f; safe */
#include <assert.h>
/*@ requires x <= 1000 && y <= 1000; ensures \result == x + y; */
unsigned f(unsigned x, unsigned y) { unsigned s = 0; for (int i = 0; i < 1000; i++) s = x + y; return s; }
