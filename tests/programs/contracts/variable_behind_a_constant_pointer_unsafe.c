/* run: --function f; unsafe: f(&x) */
#include <assert.h>
int x;
static int *const q[2] = {&x, &x};
/*@ requires \valid(a); */
void f(int *a) { int v = *q[1]; *a = v + 1; assert(*q[1] == v); }
