// Sequence numbers begin at 250.
// SIZES: 4 5 6 7

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

unsigned char number[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    number[i] = (unsigned char)(250 + i);
  }
  for (int i = 0; i < N; i++) {
    __VERIFIER_assert(number[i] >= 250);
  }
  return 0;
}
