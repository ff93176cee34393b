// A sum goes into every cell, and the cells into another sum.
// SIZES: 1 2

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

int a[N], b[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int sum = 0;
  long long total = 0;
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++)
    b[i] = i + sum;
  for (int i = 0; i < n; i++)
    total += b[i];
  __VERIFIER_assert(2 * total == (long long)n * (n - 1) + 2LL * n * n);
  return 0;
}
