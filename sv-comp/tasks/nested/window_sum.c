// Sums over windows of three digits.

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

int digit[N], sum[N];

int main(void) {
  int i, k;
  for (i = 0; i < N; i++) {
    digit[i] = __VERIFIER_nondet_int();
    assume_abort_if_not(0 <= digit[i] && digit[i] <= 9);
  }
  for (i = 0; i + 3 <= N; i++) {
    sum[i] = 0;
    for (k = 0; k < 3; k++)
      sum[i] += digit[i + k];
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(sum[i] >= 0 && sum[i] <= 27);
  return 0;
}
