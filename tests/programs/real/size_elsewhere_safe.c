/* run: --check bounds; an array has an element, and nothing changes it */
#include <assert.h>
extern const int t[];
int main(void) { int x = t[0]; assert(x == t[0]); }
