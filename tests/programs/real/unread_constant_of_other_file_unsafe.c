/* run: ; get may write x through the constant union, which other files can name */
#include <assert.h>
void get(void);
static int x;
const union { int *p; char *q; } u = { &x };
int main(void) { get(); assert(x == 0); }
