/* run: ; unsafe: another file defines size() */
#include <assert.h>
__attribute__((weak)) int size(void) { return 1; }
int main(void) { int s = 0; for (int i = 0; i < 5; i++) s = size(); assert(s == 1); return 0; }
