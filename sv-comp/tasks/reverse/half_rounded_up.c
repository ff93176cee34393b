// In place, from both ends.

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
extern long __VERIFIER_nondet_long(void);

#ifndef N
#define N 100000
#endif

long a[N], old[N];

static void swap(long *x, long *y) {
  long t = *x;
  *x = *y;
  *y = t;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_long();
    old[i] = a[i];
  }
  for (int i = 0; i <= N / 2 && i < N; i++)
    swap(&a[i], &a[N - 1 - i]);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == old[N - 1 - i]);
  return 0;
}
