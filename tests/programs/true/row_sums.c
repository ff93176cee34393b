// VERDICT: safe. each row is summed, and the sums are summed.
// UNWIND: 24
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
#define M 20
static unsigned char m[N][M];
static int row[N];

int main(void) {
  int all = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      m[i][j] = (unsigned)__VERIFIER_nondet_int() % 10;
  for (int i = 0; i < N; i++) {
    row[i] = 0;
    for (int j = 0; j < M; j++)
      row[i] += m[i][j];
    all += row[i];
  }
  for (int i = 0; i < N; i++)
    assert(row[i] >= 0 && row[i] <= 9 * M);
  assert(all >= 0 && all <= 9 * N * M);
  return 0;
}
