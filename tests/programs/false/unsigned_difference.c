// VERDICT: unsafe. An unsigned difference is never negative, so the test for it does nothing.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "unsigned_difference.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef N
#define N 100000
#endif

unsigned int a[N], b[N], apart[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_uint() % 100;
    b[i] = __VERIFIER_nondet_uint() % 100;
  }
  for (i = 0; i < N; i++) {
    apart[i] = a[i] - b[i];
    if (apart[i] < 0)
      apart[i] = b[i] - a[i];
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(apart[i] < 100);
  return 0;
}
