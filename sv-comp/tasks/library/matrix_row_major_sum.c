// Two matrices in flat memory are added.
// UNWIND: 40

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 1000
#endif

static unsigned x[N * N], y[N * N], z[N * N];

void add(unsigned *r, const unsigned *p, const unsigned *q, size_t rows, size_t columns) {
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++)
      r[i * columns + j] = p[i * columns + j] + q[i * columns + j];
}

int main(void) {
  for (size_t i = 0; i < N * N; i++) {
    x[i] = __VERIFIER_nondet_uint();
    y[i] = __VERIFIER_nondet_uint();
  }
  add(z, x, y, N, N);
  for (size_t i = 0; i < N * N; i++)
    __VERIFIER_assert(z[i] - x[i] == y[i]);
  return 0;
}
