/* run: ; a constant object must not be written, and gcc may take t[1] as 2 */
#include <assert.h>
static const int t[3] = {1, 2, 3};
void set(int *p) { p[1] = 7; }
int main(void) { set((int *)t); assert(t[1] == 7); return 0; }
