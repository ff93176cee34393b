/* run: ; free needs the start of the object */
#include <assert.h>
#include <stdlib.h>
int main(void) { char *p = malloc(4); p[0] = 1; assert(p[0] == 1); free(p + 1); return 0; }
