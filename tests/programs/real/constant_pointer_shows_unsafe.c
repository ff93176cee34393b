/* run: ; unsafe: another file writes *p */
#include <assert.h>
extern void other(void);
static int x;
int *const p = &x;
int main(void) { for (int i = 0; i < 3; i++) other(); assert(x == 0); return 0; }
