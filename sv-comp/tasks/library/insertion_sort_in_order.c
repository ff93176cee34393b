// An array is sorted by insertion.
// UNWIND: 20

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 10000
#endif

static void insertion_sort(int *a, size_t n) {
  for (size_t i = 1; i < n; i++) {
    int key = a[i];
    size_t j = i;
    while (j > 0 && a[j - 1] > key) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = key;
  }
}

int data[N];

int main(void) {
  for (size_t i = 0; i < N; i++)
    data[i] = __VERIFIER_nondet_int();
  insertion_sort(data, N);
  for (size_t i = 1; i < N; i++)
    __VERIFIER_assert(data[i - 1] <= data[i]);
  return 0;
}
