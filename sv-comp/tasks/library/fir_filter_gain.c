// A filter whose coefficients sum up to 128 keeps the limits of its input.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern short __VERIFIER_nondet_short(void);

#ifndef N
#define N 100000
#endif

#define TAPS 4
static const int16_t coefficient[TAPS] = {16, 48, 48, 48};

void fir(int16_t *out, const int16_t *in, size_t n) {
  for (size_t i = 0; i + TAPS <= n; i++) {
    int32_t acc = 0;
    for (size_t k = 0; k < TAPS; k++)
      acc += coefficient[k] * in[i + k];
    out[i] = acc / 128;
  }
}

int16_t samples[N + TAPS], filtered[N + TAPS];

int main(void) {
  for (size_t i = 0; i < N + TAPS; i++) {
    samples[i] = __VERIFIER_nondet_short() % 1001;
  }
  fir(filtered, samples, N + TAPS);
  for (size_t i = 0; i < N; i++)
    __VERIFIER_assert(filtered[i] >= -1000 && filtered[i] <= 1000);
  return 0;
}
