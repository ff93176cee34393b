// Blocks of four, then the rest.

#include <assert.h>
extern void abort(void);
void reach_error() { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR:
    reach_error();
    abort();
  }
  return;
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

char a[N];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0;
  if (n > N)
    return 0;
  for (; i + 4 <= n; i += 4) {
    a[i] = 1;
    a[i + 1] = 1;
    a[i + 2] = 1;
    a[i + 3] = 1;
  }
  if (n % 4 >= 1)
    a[i] = 1;
  if (n % 4 >= 2)
    a[i + 1] = 1;
  if (n % 4 > 3)
    a[i + 2] = 1;
  for (i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == 1);
  return 0;
}
