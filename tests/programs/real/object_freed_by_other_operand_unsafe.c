/* run: --check pointer; unsafe: release() may run before *p is read */
#include <stdlib.h>
int *p;
static int release(void) { free(p); return 0; }
int main(void) { p = malloc(sizeof *p); *p = 1; int s = *p + release(); return s; }
