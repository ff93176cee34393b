// VERDICT: unsafe. The index jumps from the last cell to 1.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int ring[N];

int main(void) {
  int at = __VERIFIER_nondet_int();

  if (at < 1 || at >= N)
    return 0;
  for (int i = 0; i < N; i++) {
    ring[at] = 1;
    at = at + 1 == N ? 1 : at + 1;
  }
  for (int i = 0; i < N; i++)
    assert(ring[i] == 1);
  return 0;
}
