// The total of each row is compared with that of the vector.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "rows_total_goes_on.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
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

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 1 && n <= N);
  int a[n];
  long long b[n];
  long long sum = 0, row = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_short();
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      row += a[j];
    b[i] = row - sum;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(b[i] == 0);
  return 0;
}
