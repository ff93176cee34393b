// Sorting by insertion.
// SIZES: 1 2 3

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
#define N 10000
#endif

int a[N];

static void sort(int *x, int count) {
  for (int i = 1; i < count; i++) {
    int v = x[i], j = i;
    while (j > 0 && x[j - 1] > v) {
      x[j] = x[j - 1];
      j--;
    }
    x[j] = v;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  sort(a, N);
  for (int i = 0; i + 1 < N; i++)
    __VERIFIER_assert(a[i] <= a[i + 1]);
  return 0;
}
