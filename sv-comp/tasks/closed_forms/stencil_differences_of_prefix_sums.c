// Prefix sums are taken apart again.
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

int a[N];
long long p[N], d[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  p[0] = a[0];
  for (int i = 1; i < n; i++)
    p[i] = p[i - 1] + a[i];
  d[0] = p[0];
  for (int i = 1; i < n; i++)
    d[i] = p[i] - p[i - 1];
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(d[i] == a[i]);
  return 0;
}
