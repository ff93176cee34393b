// VERDICT: safe. Each reason for which the scan stops says what is in the cell where it stopped.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
#ifndef N
#define N 100000
#endif
int queue[N];
int main(void) {
  int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int(), reason = 0, at = 0;
  for (int i = 0; i < N; i++)
    queue[i] = __VERIFIER_nondet_int();
  while (at < N && reason == 0) {
    if (queue[at] == first)
      reason = 1;
    else if (queue[at] == second)
      reason = 2;
    else
      at++;
  }
  if (reason == 1)
    assert(queue[at] == first);
  else if (reason == 2)
    assert(queue[at] == second);
  return 0;
}
