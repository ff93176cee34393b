/* run: ; gcc -O2 removes the comparison with null, since the attribute says that p is not null */
#include <assert.h>
__attribute__((noinline, nonnull)) int is_null(int *p) { return p == 0; }
int main(void) { assert(is_null(0)); return 0; }
