#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000
int from[N], to[N];
int main(void) {
  for (int i = 0; i < N; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) to[i] = from[i];
  for (int i = 0; i < N; i++) assert(to[i] == from[i]);
  return 0;
}
