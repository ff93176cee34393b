/* The same loop without the mistake: m is the least element. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 10000000
#endif
int a[N];
int main(void) {
  int i, m = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    if (m >= a[i]) m = a[i];
  for (i = 0; i < N; i++) assert(m <= a[i]);
  return 0;
}
