/* run: --function f --globals; unsafe: j = -1, which is above every i as an unsigned number, and below 3 as an int */
#include <assert.h>
unsigned char t[8];
int f(void) __CPROVER_ensures(__CPROVER_forall { unsigned i; (i < 8) ==> (__CPROVER_forall { int j; (j >= -1 && i < j && j < 3) ==> t[i] == 1 }) })
{ for (int i = 0; i < 3; i++) t[i] = 1; return 0; }
