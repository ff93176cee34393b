// Fowler, Noll and Vo: the product is taken behind each exclusive or.
// SIZES: 1

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

unsigned char text[N];

int main(void) {
  unsigned one = 2166136261u, two = 2166136261u;
  for (int i = 0; i < N; i++)
    text[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N; i++) {
    one ^= text[i];
    one *= 16777619u;
  }
  for (size_t i = 0; i < N; i++)
    two = (two ^ text[i]) * 16777619u;
  __VERIFIER_assert(one == two);
  return 0;
}
