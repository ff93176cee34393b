/* run: --function copy; n = 300: the parameter of the predicate is a byte, so 300 is 44 there. */
#include <stdbool.h>

bool small(unsigned char n) { return n < 100; }

int copy(int n)
__CPROVER_requires(small(n))
__CPROVER_ensures(__CPROVER_return_value < 100);

int copy(int n) { return n; }
