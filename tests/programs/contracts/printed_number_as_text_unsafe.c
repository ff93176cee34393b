/* run: --check bounds,pointer; unsafe: 1 is no text */
#include <stdio.h>
int main(void) { for (int i = 0; i < 4; i++) printf("%s\n", i); return 0; }
