// Samples are made louder and cut off at the limits.

#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

static inline int16_t saturate(int32_t v) {
  return v > INT16_MAX ? INT16_MAX : v < 2 * INT16_MIN ? INT16_MIN : (int16_t)v;
}

void amplify(int16_t *samples, int n, int gain) {
  for (int16_t *s = samples; s != samples + n; ++s)
    *s = saturate(*s * gain);
}

int16_t samples[N], original[N];

int main(void) {
  for (int i = 0; i < N; i++)
    original[i] = samples[i] = __VERIFIER_nondet_short();
  amplify(samples, N, 3);
  for (int i = 0; i < N; i++)
    if (original[i] >= 0)
      __VERIFIER_assert(samples[i] >= original[i]);
    else
      __VERIFIER_assert(samples[i] <= original[i]);
  return 0;
}
