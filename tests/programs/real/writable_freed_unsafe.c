/* run: ; freed memory cannot be read */
#include <assert.h>
#include <stdlib.h>
int main(void) { char *p = malloc(4); free(p); assert(__CPROVER_r_ok(p, 4)); }
