// The running maximum never falls.
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

int a[N], r[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int m;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  m = a[0];
  for (int i = 0; i < n; i++) {
    if (a[i] > m)
      m = a[i];
    else if (i == 3)
      m = a[i];
    r[i] = m;
  }
  for (int i = 1; i < n; i++)
    __VERIFIER_assert(r[i - 1] <= r[i]);
  return 0;
}
