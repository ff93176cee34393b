// VERDICT: safe. Money moves between accounts that calloc set to 0, and their number is an input.
// SIZES: 2 3
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > N) return 0;
  unsigned *account = calloc(n, sizeof *account), total = 0;
  if (!account) return 0;
  account[0] = 1000;
  for (int round = 0; round < N; round++) {
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    if (from < 0 || from >= n || to < 0 || to >= n) break;
    if (from != to && account[from] > 0) {
      account[from]--;
      account[to]++;
    }
  }
  for (int i = 0; i < n; i++) total += account[i];
  assert(total == 1000);
}
