// The first row with a zero is looked for.

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

int m[N][2];

int main(void) {
  int row = -1;
  for (int i = 0; i < N; i++) {
    m[i][0] = __VERIFIER_nondet_int();
    m[i][1] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < 2; j++) {
      if (m[i][j] == 0) {
        row = i;
        break;
      }
    }
  }
  for (int i = 0; i < row; i++)
    __VERIFIER_assert(m[i][0] != 0 && m[i][1] != 0);
  return 0;
}
