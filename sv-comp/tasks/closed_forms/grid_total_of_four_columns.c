// The total of ones.
// SIZES: 1 2 3

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

int g[N][5];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  int total = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 5; j++)
      g[i][j] = i == 2 && j == 4 ? 0 : 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 5; j++)
      total += g[i][j];
  __VERIFIER_assert(total == 5 * n);
  return 0;
}
