// VERDICT: unsafe. The error label is reached for the value 5.
#include <assert.h>

void reach_error(void) { assert(0); }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    if (a[i] < 5 || a[i] > 8)
      a[i] = 6;
  for (i = 0; i < N; i++)
    if (a[i] < 6)
      goto ERROR;
  return 0;
ERROR:
  reach_error();
  return 1;
}
