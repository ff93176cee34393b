// The position of the last match is looked for.

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

int main(void) {
  int x = __VERIFIER_nondet_int();
  int position = -1;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] == x && position < 0)
      position = i;
  }
  if (position >= 0) {
    for (int i = position + 1; i < N; i++)
      __VERIFIER_assert(a[i] != x);
  }
  return 0;
}
