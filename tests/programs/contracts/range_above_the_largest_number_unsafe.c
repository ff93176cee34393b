/* run: --function f --globals; unsafe: m is the largest number, so the precondition requires nothing */
#include <assert.h>
unsigned char t[8];
int f(unsigned m) __CPROVER_requires(m == 4294967295u) __CPROVER_requires(__CPROVER_forall { unsigned i; (m < i && i < 8) ==> t[i] == 1 }) __CPROVER_ensures(__CPROVER_return_value == 1)
{ int s = 0; for (int i = 0; i < 8; i++) s = t[i]; return s; }
