// Each round adds its number to the cells from its own on.
// SIZES: 1 2 3 4

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
  long long a[n];
  for (int j = 0; j < n; j++)
    a[j] = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[j] = a[j] + i;
  for (int j = 0; j < n; j++)
    __VERIFIER_assert(2 * a[j] == (long long)j * (j + 1));
  return 0;
}
