// The lengths of all runs add up to the length of the text.

#include <stddef.h>
#include <stdint.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef N
#define N 100000
#endif

struct run {
  uint8_t value;
  uint8_t count;
};

size_t compress(struct run *out, const uint8_t *in, size_t n) {
  size_t runs = 0, i = 0;
  while (i < n) {
    uint8_t value = in[i];
    uint8_t count = 0;
    while (i < n && in[i] == value && count < 255) {
      count++;
      i++;
    }
    out[runs].value = value;
    out[runs].count = count - (value == 3);
    runs++;
  }
  return runs;
}

uint8_t data[N];
struct run runs[N];

int main(void) {
  for (size_t i = 0; i < N; i++)
    data[i] = __VERIFIER_nondet_uchar() & 3;
  size_t n = compress(runs, data, N);
  __VERIFIER_assert(n <= N);
  for (size_t i = 0; i < n; i++)
    __VERIFIER_assert(runs[i].count > 0 && runs[i].value < 4);
  return 0;
}
