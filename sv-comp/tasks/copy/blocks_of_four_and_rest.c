// Four elements are copied in each round, the rest singly.

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
extern long long __VERIFIER_nondet_longlong(void);

#ifndef N
#define N 100003
#endif

long long a[N], b[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_longlong();
  for (i = 0; i + 4 <= N; i += 4) {
    b[i] = a[i];
    b[i + 1] = a[i + 1];
    b[i + 2] = a[i + 2];
    b[i + 3] = a[i + 3];
  }
  for (; i < N; i++)
    b[i] = a[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(b[i] == a[i]);
  return 0;
}
