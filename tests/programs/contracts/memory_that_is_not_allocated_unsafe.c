/* run: --function f --check pointer; unsafe: p is a local variable of the caller */
#include <stdlib.h>
/*@ requires \valid(p); */
void f(int *p) { free(p); }
