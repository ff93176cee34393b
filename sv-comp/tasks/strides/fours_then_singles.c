// Four cells a round while there are four, then singly.

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

#ifndef N
#define N 100000
#endif

int a[N];

int main(void) {
  int i = 0;
  while (i + 4 <= N) {
    a[i] = 9;
    a[i + 1] = 9;
    a[i + 2] = 9;
    a[i + 3] = 9;
    i += 4;
  }
  while (i < N)
    a[i++] = 9;
  for (i = N; i > 0; i--)
    __VERIFIER_assert(a[i - 1] == 9);
  return 0;
}
