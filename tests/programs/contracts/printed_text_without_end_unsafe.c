/* run: --check bounds; unsafe: a has no end */
#include <stdio.h>
int main(void) { char a[3] = {'a', 'b', 'c'}; for (int i = 0; i < 4; i++) printf("%s\n", a); return 0; }
