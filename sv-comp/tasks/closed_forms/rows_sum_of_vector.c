// Every cell gets the sum of a vector.
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

int a[N];
long long b[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  long long sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = 0;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i] = b[i] + a[j];
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(b[i] == sum);
  return 0;
}
