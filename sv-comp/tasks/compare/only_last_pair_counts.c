// A flag says whether two arrays agree.

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

#include <stdbool.h>

int a[N], b[N];

int main(void) {
  bool same = true;
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < N; i++)
    same = a[i] == b[i];
  if (!same)
    return 0;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == b[i]);
  return 0;
}
