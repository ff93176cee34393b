// Indices are added to the elements; what is left is the sum of the indices.
// SIZES: 1 2

extern void abort(void);
void reach_error() { /* reaching this is the error */ }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 1000000
#endif

int a[N], b[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  long long s = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++)
    b[i] = a[i] + i;
  for (int i = 0; i < n; i++)
    s += b[i] - a[i];
  __VERIFIER_assert(2 * s == (long long)n * (n - 1));
  return 0;
}
