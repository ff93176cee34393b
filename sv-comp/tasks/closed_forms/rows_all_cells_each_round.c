// Each round increments all cells.
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
  int i, j;
  for (j = 0; j < n; j++)
    a[j] = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[j] = a[j] + 1;
  for (j = 0; j < n; j++)
    __VERIFIER_assert(a[j] == n);
  return 0;
}
