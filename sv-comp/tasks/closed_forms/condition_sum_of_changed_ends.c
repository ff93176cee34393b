// What happens to the elements depends on their sum.
// SIZES: 2 3 4

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "condition_sum_of_changed_ends.c", 7, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
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
  assume_abort_if_not(n >= 2 && n <= N);
  int a[n];
  int sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = 1;
  a[0] = __VERIFIER_nondet_char();
  a[n - 1] = a[0];
  for (int i = 0; i < n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++) {
    if (sum <= n)
      a[i] = 3;
    else
      a[i] = a[i] - 1;
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] == 3);
  return 0;
}
