// Each round increments the cells in front of its own.
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

int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[j] += 1;
  for (int j = 0; j < n; j++)
    __VERIFIER_assert(a[j] == n - 1 - j);
  return 0;
}
