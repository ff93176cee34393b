/* run: ; f is called once: it is 1, and not 2 */
#include <assert.h>
int calls;
int f(void) { return ++calls; }
int main(void) { int x = f() ?: 9; assert(x == 2); }
