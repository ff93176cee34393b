#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N];
int main(void) {
  int least = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] < least) least = a[i];
  for (int i = 0; i < N; i++) assert(least <= a[i]);
  return 0;
}
