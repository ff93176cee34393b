/* run: ; the elements are not 0 */
#include <assert.h>
extern const int t[];
int main(void) { assert(t[0] == 0); }
