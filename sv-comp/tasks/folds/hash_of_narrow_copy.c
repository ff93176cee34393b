// A copy has the hash of its original.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

short a[N], b[N];

static unsigned hash(const short *s, size_t n) {
  unsigned h = 5381;
  while (n--)
    h = 33 * h ^ *s++;
  return h;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_short();
  unsigned before = hash(a, N);
  for (int i = 0; i < N; i++)
    b[i] = (signed char)a[i];
  __VERIFIER_assert(hash(b, N) == before);
  return 0;
}
