// VERDICT: unsafe. The minimum is not reset at the start of a row.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int m[N][2];
int least[N];

int main(void) {
  int low;

  for (int i = 0; i < N; i++) {
    m[i][0] = __VERIFIER_nondet_int();
    m[i][1] = __VERIFIER_nondet_int();
  }
  low = m[0][0];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < 2; j++)
      if (m[i][j] < low)
        low = m[i][j];
    least[i] = low;
  }
  for (int i = 0; i < N; i++)
    assert(least[i] == m[i][0] || least[i] == m[i][1]);
  return 0;
}
