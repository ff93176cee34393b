// The key is put in, then looked for.

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
  int key = __VERIFIER_nondet_int();
  int place = __VERIFIER_nondet_int();
  _Bool found = 0;
  if (place < 0 || place >= N)
    return 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  a[place] = key;
  for (int i = 0; i < N; i++)
    found = (a[i] == key);
  __VERIFIER_assert(found);
  return 0;
}
