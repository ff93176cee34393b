// Positive values are kept and counted.

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
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

int main(void) {
  int kept = 0, positive = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] > 0 && kept < 3)
      b[kept++] = a[i];
  }
  for (int i = 0; i < N; i++) {
    if (a[i] > 0)
      positive++;
  }
  __VERIFIER_assert(kept == positive);
  return 0;
}
