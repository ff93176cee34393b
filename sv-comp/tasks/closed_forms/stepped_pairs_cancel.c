// Opposite numbers side by side.
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
#define N 100000
#endif

int a[2 * N];

int main(void) {
  int m = __VERIFIER_nondet_int();
  long long sum = 0;
  assume_abort_if_not(m >= 1 && m <= N);
  for (int i = 0; i < 2 * m; i += 2) {
    int value = __VERIFIER_nondet_short();
    a[i] = value;
    a[i + 1] = -value;
  }
  for (int i = 0; i < 2 * m; i += 2)
    sum += a[i] + a[i + 1];
  __VERIFIER_assert(sum == 0);
  return 0;
}
