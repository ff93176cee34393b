// A comparison function agrees with the copy before it.

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "equal_after_copy.c", 6, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 100000
#endif

int a[N], b[N];

static int equal(const int *x, const int *y, int count) {
  for (int i = 0; i < count; i++) {
    if (x[i] != y[i])
      return 0;
  }
  return 1;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    int v = __VERIFIER_nondet_int();
    a[i] = v;
    b[i] = v;
  }
  __VERIFIER_assert(equal(a, b, N));
  return 0;
}
