// The front element goes to the back, the others move up.

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

int a[N], old[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = old[i] = __VERIFIER_nondet_int();
  int first = a[0];
  int *p = a;
  while (p < a + N - 1) {
    *p = *(p + 1);
    p++;
  }
  *p = first;
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == old[i + 1 == N ? 0 : i + 1]);
  return 0;
}
