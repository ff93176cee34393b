// What binary search finds is what was looked for.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

static int *search(int *base, size_t n, int key) {
  while (n > 0) {
    size_t half = n / 2;
    if (base[half] == key)
      return base + half;
    if (base[half] < key) {
      base += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return NULL;
}

int sorted[N];

int main(void) {
  for (int i = 0; i < N; i++)
    sorted[i] = 2 * i;
  int key = __VERIFIER_nondet_int();
  int *hit = search(sorted, N, key);
  if (hit) {
    __VERIFIER_assert(*hit == key);
    __VERIFIER_assert(hit - sorted < N && key % 2 == 0);
  }
  return 0;
}
