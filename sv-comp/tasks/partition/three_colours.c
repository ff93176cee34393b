// Three colours are brought into order.
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
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

enum colour { RED, WHITE, BLUE };
enum colour flag[N];

static void swap(enum colour *x, enum colour *y) {
  enum colour t = *x;
  *x = *y;
  *y = t;
}

int main(void) {
  int low = 0, mid = 0, high = N;
  for (int i = 0; i < N; i++) {
    unsigned c = __VERIFIER_nondet_uint();
    flag[i] = c % 3 == 0 ? RED : c % 3 == 1 ? WHITE : BLUE;
  }
  while (mid < high) {
    if (flag[mid] == RED)
      swap(&flag[low++], &flag[mid++]);
    else if (flag[mid] == WHITE)
      mid++;
    else
      swap(&flag[mid], &flag[--high]);
  }
  for (int i = 0; i + 1 < N; i++)
    __VERIFIER_assert(flag[i] <= flag[i + 1]);
  return 0;
}
