/* run: --function f; safe */
#include <assert.h>
/*@ behavior up: assumes x > 0; ensures \result == 1;
    behavior down: assumes x <= 0; ensures \result == -1;
    complete behaviors up, down; disjoint behaviors; */
int f(int x) { int s = 0; for (int i = 0; i < 1000; i++) s = x > 0 ? 1 : -1; return s; }
