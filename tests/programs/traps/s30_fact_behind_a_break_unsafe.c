// VERDICT: unsafe. A fact at the head of the loop fails behind its break: only a loop that its test ends leaves it true.
#include <assert.h>

#ifndef N
#define N 1000
#endif

extern int __VERIFIER_nondet_int(void);

int a[N];

int main(void) {
  int found = 0;
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) {
    if (a[i] == 7) {
      found = 1;
      break;
    }
  }
  assert(found == 0);
  return 0;
}
