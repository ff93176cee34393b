// The first half is filled otherwise than the second.
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
#define N 1000000
#endif

int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  int middle = n / 2, ones = 0;
  for (int i = 0; i < n; i++) {
    if (i < middle)
      a[i] = 1;
    else
      a[i] = 0;
  }
  for (int i = 0; i < n; i++)
    ones += a[i];
  __VERIFIER_assert(ones == middle);
  return 0;
}
