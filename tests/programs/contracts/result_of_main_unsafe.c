/* run: ; unsafe: main returns 1 */
#include <assert.h>
/*@ ensures \result == 0; */
int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s = 1; assert(s == 1); return s; }
