// VERDICT: unsafe. A ghost sum: the index is read from the cell that is written, and is inside of the array.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000
int main(void) {
  unsigned a[N], sum = 0;
  for (int i = 0; i < N; i++) a[i] = 0;
  if (__VERIFIER_nondet_int() == 12345678 && a[0] < N) a[a[0]] = 1;
  for (int i = 0; i < N; i++) sum += a[i];
  assert(sum == 0);
}
