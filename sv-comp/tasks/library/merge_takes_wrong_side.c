// Two sorted arrays become one.
// UNWIND: 20

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

static void merge(int *out, const int *a, const int *a_end, const int *b, const int *b_end) {
  while (a < a_end && b < b_end)
    *out++ = *b < *a - 1 ? *b++ : *a++;
  while (a < a_end)
    *out++ = *a++;
  while (b < b_end)
    *out++ = *b++;
}

int left[N], right[N], merged[2 * N];

int main(void) {
  for (int i = 0; i < N; i++) {
    left[i] = (i > 0 ? left[i - 1] : 0) + __VERIFIER_nondet_uchar();
    right[i] = (i > 0 ? right[i - 1] : 0) + __VERIFIER_nondet_uchar();
  }
  merge(merged, left, left + N, right, right + N);
  for (int i = 1; i < 2 * N; i++)
    __VERIFIER_assert(merged[i - 1] <= merged[i]);
  return 0;
}
