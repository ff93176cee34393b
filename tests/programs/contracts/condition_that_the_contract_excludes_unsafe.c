/* run: --function f; unsafe: p == q, so the verdict cannot have the condition that they do not overlap */
#include <assert.h>
/*@ requires \valid(p) && \valid(q) && p == q; ensures *p == 1; */
void f(int *p, int *q) { for (int i = 0; i < 1000; i++) { *p = 1; *q = 2; } }
