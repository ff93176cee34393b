// An array is filled according to whether two sums agree.
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
  int a[n], b[n];
  long long s = 0, t = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    s += a[i];
  for (int i = 0; i < n; i++)
    t += a[i];
  for (int i = 0; i < n; i++) {
    if (s != t)
      b[i] = 0;
    else
      b[i] = 1;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(b[i] == 1);
  return 0;
}
