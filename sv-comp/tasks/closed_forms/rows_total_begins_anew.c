// The total of each row begins with zero.
// SIZES: 1 2

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

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int a[n];
  long long b[n];
  long long sum = 0, row;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++) {
    row = 0;
    for (int j = 0; j < n; j++)
      row += a[j];
    b[i] = row - sum;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(b[i] == 0);
  return 0;
}
