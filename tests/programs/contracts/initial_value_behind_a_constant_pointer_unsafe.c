/* run: --function f; unsafe: behind a call of set */
#include <assert.h>
static int x;
static int *const q = &x;
void set(void) { x = 1; }
void f(void) { int s = 0; for (int i = 0; i < 5; i++) s = *q; assert(s == 0); }
