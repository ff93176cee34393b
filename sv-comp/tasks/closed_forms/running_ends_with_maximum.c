// The last running maximum is the maximum.
// SIZES: 1 2 3 4

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
  int a[n], r[n];
  int m, largest;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  m = a[0];
  for (int i = 0; i < n; i++) {
    if (a[i] > m)
      m = a[i];
    r[i] = m;
  }
  largest = a[0];
  for (int i = 0; i < n; i++)
    if (a[i] > largest)
      largest = a[i];
  __VERIFIER_assert(r[n - 1] == largest);
  return 0;
}
