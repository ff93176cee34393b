/* run: ; get may call set: other files can name hook */
#include <assert.h>
void get(void);
static int y;
static void set(void) { y = 1; }
void (*hook)(void) = set;
int main(void) { get(); assert(y == 0); }
