// The larger one of each pair.
// SIZES: 1 2 3

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "extreme_of_pairs.c", 7, "reach_error"); }
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

int a[N], b[N], c[N];

int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= N);
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < n; i++) {
    c[i] = a[i];
    if (b[i] > c[i])
      c[i] = b[i];
  }
  for (int i = 0; i < n; i++) {
    __VERIFIER_assert(c[i] >= a[i]);
    __VERIFIER_assert(c[i] >= b[i]);
    __VERIFIER_assert(c[i] == a[i] || c[i] == b[i]);
  }
  return 0;
}
