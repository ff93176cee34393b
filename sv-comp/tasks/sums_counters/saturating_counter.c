// Events are counted up to a limit.

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
extern _Bool __VERIFIER_nondet_bool(void);

#ifndef N
#define N 100000
#endif

_Bool event[N];

int main(void) {
  unsigned char count = 0;
  int any = 0;
  for (int i = 0; i < N; i++)
    event[i] = __VERIFIER_nondet_bool();
  for (int i = 0; i < N; i++) {
    if (!event[i])
      continue;
    any = 1;
    if (count < 255)
      count++;
  }
  __VERIFIER_assert(any == (count > 0));
  return 0;
}
