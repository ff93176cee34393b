// VERDICT: safe. The smallest of three columns per row.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int m[N][3];
int least[N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 3; j++)
      m[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    least[i] = m[i][0];
    for (int j = 1; j < 3; j++)
      if (m[i][j] < least[i])
        least[i] = m[i][j];
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 3; j++)
      assert(least[i] <= m[i][j]);
  return 0;
}
