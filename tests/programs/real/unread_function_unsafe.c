/* run: ; the union of pointers has the function set */
#include <assert.h>
static int y;
static void set(void) { y = 1; }
static union { void (*f)(void); char *q; } hook = { set };
int main(void) { assert(y == 0); hook.f(); assert(y == 0); }
