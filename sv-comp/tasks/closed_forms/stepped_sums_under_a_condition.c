// Three sums by remainder, where all of the program stands under a condition.
// SIZES: 1 2 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "stepped_sums_under_a_condition.c", 7, "reach_error"); }
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

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 1 && n <= N) {
    int a[n];
    long long all = 0, rest[3];
    for (int i = 0; i < n; i++) {
      a[i] = __VERIFIER_nondet_int();
      all += a[i];
    }
    for (int k = 0; k < 3; k++)
      rest[k] = 0;
    for (int i = 0; i < n; i += 3)
      rest[0] += a[i];
    for (int i = 1; i < n; i += 3)
      rest[1] += a[i];
    for (int i = 2; i < n; i += 3)
      rest[2] += a[i];
    __VERIFIER_assert(all == rest[0] + rest[1] + rest[2]);
  }
  return 0;
}
