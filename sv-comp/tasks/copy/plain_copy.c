// One array is copied to another.

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

int src[N], dst[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    src[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    dst[i] = src[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(dst[i] == src[i]);
  return 0;
}
