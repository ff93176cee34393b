// What happens to the elements depends on their sum.
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
  int sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++) {
    if (sum == n)
      a[i] = a[i] + 2;
    else
      a[i] = a[i] - 1;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == 3);
  return 0;
}
