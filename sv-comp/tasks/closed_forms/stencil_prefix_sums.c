// The last prefix sum is the sum.
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
#define N 100000
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int a[n];
  long long p[n];
  long long sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  p[0] = a[0];
  for (int i = 1; i < n; i++)
    p[i] = p[i - 1] + a[i];
  for (int i = 0; i < n; i++)
    sum += a[i];
  __VERIFIER_assert(p[n - 1] == sum);
  return 0;
}
