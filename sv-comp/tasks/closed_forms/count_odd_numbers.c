// There is no even number among the odd ones.
// SIZES: 1 2 3

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
  int even = 0;
  for (int i = 0; i < n; i++)
    a[i] = 2 * i + 1;
  for (int i = 0; i < n; i++) {
    if (a[i] % 2 == 0)
      even = even + 1;
  }
  __VERIFIER_assert(even == 0);
  return 0;
}
