#ifndef N
#define N 100000
#endif
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int failed = 1;
  char *p;
  if (n == 0 || n > N)
    goto out;
  p = malloc(n); // memory-leak=holds
  if (!p)
    goto out;
  for (unsigned i = 0; i < n; i++)
    p[i] = 1; // bounds=holds pointer=holds
  failed = 0;
out:
  if (!failed)
    free(p); // pointer=holds
  return failed;
}
