// VERDICT: safe. one counter wraps around, another one stays at its limit.
#include <assert.h>
#ifndef N
#define N 100000
#endif
static int round_robin[N], level[N];

int main(void) {
  int turn = 0, full = 0;
  for (int i = 0; i < N; i++) {
    round_robin[i] = turn;
    level[i] = full;
    if (++turn == 60)
      turn = 0;
    if (full < 1000)
      full++;
  }
  for (int i = 0; i < N; i++)
    assert(round_robin[i] == i % 60 && level[i] == (i < 1000 ? i : 1000));
  return 0;
}
