// Blocks that compare as equal are equal.

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern char __VERIFIER_nondet_char(void);

#ifndef N
#define N 100000
#endif

int my_memcmp(const void *vl, const void *vr, size_t n) {
  const unsigned char *l = vl, *r = vr;
  for (; n && *l == *r; n--, l++, r++)
    ;
  return n ? (*l | 32) - (*r | 32) : 0;
}

char a[N], b[N];

int main(void) {
  for (size_t i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_char();
    b[i] = __VERIFIER_nondet_char();
  }
  if (my_memcmp(a, b, sizeof a) == 0)
    for (size_t i = 0; i < N; i++)
      __VERIFIER_assert(a[i] == b[i]);
  return 0;
}
