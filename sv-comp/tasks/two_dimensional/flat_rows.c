// A matrix in one flat array.

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

#ifndef N
#define N 100000
#endif

enum { COLUMNS = 3 };
int flat[N * COLUMNS];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < COLUMNS; j++)
      flat[COLUMNS * i + j] = j;
  for (int i = 0; i < N * COLUMNS; i++)
    __VERIFIER_assert(flat[i] == i % COLUMNS);
  return 0;
}
