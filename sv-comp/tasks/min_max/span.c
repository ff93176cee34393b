// The span between the extremes is never negative and bounds every value.
// SIZES: 1 2 3 4

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

int a[N];

static int smallest(const int *x) {
  int best = x[0];
  for (int i = 1; i < N; i++)
    if (x[i] < best)
      best = x[i];
  return best;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  int low = smallest(a), high = a[0];
  for (int i = 1; i < N; i++)
    high = a[i] > high ? a[i] : high;
  long long span = (long long)high - low;
  __VERIFIER_assert(span >= 0);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert((long long)a[i] - low <= span);
  return 0;
}
