/* run: --function copy; n = 5, most = 0: the predicate compares with the variable of the file, not with the parameter. */
#include <stdbool.h>

int most = 10;

bool small(int n) { return n < most; }

int copy(int n, int most)
__CPROVER_requires(small(n))
__CPROVER_ensures(__CPROVER_return_value < most);

int copy(int n, int most) { return n; }
