// VERDICT: unsafe. A ghost sum: a loop that sets the cells adds them up before all of them are set.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef N
#define N 1000
#endif
int main(void) {
  unsigned a[N], sum;
  for (unsigned i = 0; i < N; i++) {
    a[i] = 1;
    sum = 0;
    for (unsigned j = 0; j < N; j++) sum += a[j];
    assert(sum == i);
  }
}
