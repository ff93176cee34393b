/* run: ; unsafe: x has ended */
#include <assert.h>
int main(void) { int *p; { int x = 3; p = &x; } for (int i = 0; i < 5; i++) ; assert(*p == 3); return 0; }
