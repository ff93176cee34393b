// After the check all neighbours differ.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "strict_order_checked.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern long __VERIFIER_nondet_long(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

#ifndef N
#define N 100000
#endif

long a[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_long();
    if (i > 0)
      assume_abort_if_not(a[i - 1] <= a[i]);
  }
  for (i = 0; i + 1 < N; i++)
    __VERIFIER_assert(a[i] != a[i + 1]);
  return 0;
}
