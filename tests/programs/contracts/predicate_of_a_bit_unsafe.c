/* run: --function set; n = 4: a truth value is 1, so the result may be 1 and not 4. */
#include <stdbool.h>

bool marked(int n) { return n & 4; }

int set(int n)
__CPROVER_requires(n == 4)
__CPROVER_ensures(__CPROVER_return_value == 4 ? marked(n) == 4 : true);

int set(int n) { return n; }
