/* run: ; unsafe: another file writes *shown.p */
#include <assert.h>
extern void other(void);
static int x;
const struct { int n; int *p; } shown = {1, &x};
int main(void) { for (int i = 0; i < 3; i++) other(); assert(x == 0); return 0; }
