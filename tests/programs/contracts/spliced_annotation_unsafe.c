/* run: --function f; x = 0: gcc joins the lines of the annotation, whose postcondition is wrong */
#include <assert.h>
/\
*@ ensures \result >= 1; */
int f(int x) { for (int i = 0; i < 3; i++) assert(i >= 0); return x; }
