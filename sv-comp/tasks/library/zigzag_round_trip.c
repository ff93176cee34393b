// Signed numbers as unsigned ones, small ones first.

#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

static uint32_t zigzag(int32_t v) { return ((uint32_t)v << 1) ^ (uint32_t)(v < 0 ? -1 : 0); }
static int32_t zagzig(uint32_t u) { return (int32_t)(u >> 1) ^ -(int32_t)(u & 1); }

int32_t values[N];
uint32_t coded[N];

int main(void) {
  for (int i = 0; i < N; i++)
    values[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    coded[i] = zigzag(values[i]);
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(zagzig(coded[i]) == values[i]);
  return 0;
}
