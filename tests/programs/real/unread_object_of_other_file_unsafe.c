/* run: ; get may write x through the union, which other files can name */
#include <assert.h>
void get(void);
static int x;
union { int *p; char *q; } u = { &x };
int main(void) { get(); assert(x == 0); }
