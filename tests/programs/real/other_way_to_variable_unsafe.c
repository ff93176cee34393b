/* run: ; get may write to x: other files can name p */
#include <assert.h>
void get(void);
static int x;
int *p = &x;
int main(void) { get(); assert(x == 0); }
