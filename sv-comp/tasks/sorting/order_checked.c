// After the check every neighbour is in order, and the first is the least.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "order_checked.c", 6, "reach_error"); }
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

static int sorted(const int *x, int count) {
  for (int i = 1; i < count; i++)
    if (x[i - 1] > x[i])
      return 0;
  return 1;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  assume_abort_if_not(sorted(a, N));
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[0] <= a[i]);
  return 0;
}
