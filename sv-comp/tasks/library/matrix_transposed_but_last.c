// The transposed matrix of the transposed matrix is the matrix.
// UNWIND: 30

#include <stddef.h>

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 1000
#endif

static int a[N][N], b[N][N], c[N][N];

static void transpose(int to[N][N], int from[N][N]) {
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++)
      to[j][i] = from[i][i + j == 2 * N - 2 ? 0 : j];
}

int main(void) {
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++)
      a[i][j] = __VERIFIER_nondet_int();
  transpose(b, a);
  transpose(c, b);
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++)
      __VERIFIER_assert(c[i][j] == a[i][j]);
  return 0;
}
