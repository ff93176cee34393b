/* run: --check bounds; unsafe: the second argument is missing */
#include <stdio.h>
int main(void) { for (int i = 0; i < 4; i++) printf("%d %d\n", i); return 0; }
